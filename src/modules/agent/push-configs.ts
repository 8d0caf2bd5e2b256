import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { problem } from "../../domain/errors"
import { TASK_STATES, isTerminal } from "../../domain/task"
import type { PushConfig } from "./models/push-config"
import type { Task, TaskEvent } from "./models/task"

/** The part of a push notification configuration that the client sets. */
export type NewPushConfig = Pick<
  PushConfig,
  "task_id" | "id" | "url" | "version" | "grant_id" | "scopes" | "secrets"
>

/** A push notification to send: its configuration, event and task. */
export interface DuePush {
  readonly config: PushConfig
  readonly event: TaskEvent
  readonly task: Task
}

/** The event of its task with which a new configuration starts: the first one, or the next one after the existing. */
export type PushStart = "first" | "next"

/** The maximum number of push notification configurations of a task. */
const MOST = 10

/** Longer than any attempt takes. After it, the sending process is considered dead. */
const LEASE_SECONDS = 60

/**
 * The push notification configurations of clients (A2A). The tasks' own events are the outbox: each
 * configuration stores a position, which advances by one when its receiver has accepted an event. So a receiver
 * gets all events in order, each at least once.
 */
export class PushConfigs {
  constructor(private readonly knex: Knex) {}

  /**
   * Adds or changes a configuration. A new one starts with the event that `start` names, an ended one with the next
   * event. A changed one continues at its position, and results of earlier attempts are ignored. An unchanged one keeps
   * its retry schedule. Throws `invalid_params` if the task already has ten others.
   */
  async save(config: NewPushConfig, start: PushStart = "next"): Promise<PushConfig> {
    const { task_id, id } = config
    return this.knex.transaction(async (trx) => {
      // The lock keeps the task's newest event number valid until the configuration is saved.
      const task = await trx<Task>("gw_task").where({ id: task_id }).forUpdate().first("seq")
      if (!task) throw problem("task_not_found", { task_id })
      await refuseBeyondMost(trx, config)
      const known = await trx<PushConfig>("gw_push_config").where({ task_id, id }).forUpdate().first()
      const from = known || start === "next" ? task.seq : 0
      const row = isSame(config, known)
        ? config
        : { ...config, ...beginning(from, task, known, trx.fn.now()) }
      const configs = trx("gw_push_config")
      const write = known ? configs.where({ task_id, id }).update(row) : configs.insert(row)
      const [saved] = await write.returning<PushConfig[]>("*")
      return saved as PushConfig
    })
  }

  /** The configurations of a task, oldest first. */
  list(task_id: string): Promise<PushConfig[]> {
    return this.knex<PushConfig>("gw_push_config").where({ task_id }).orderBy(["created_at", "id"])
  }

  async find(task_id: string, id: string): Promise<PushConfig | undefined> {
    return this.knex<PushConfig>("gw_push_config").where({ task_id, id }).first()
  }

  /** Safe to repeat. */
  async delete(task_id: string, id: string): Promise<void> {
    await this.knex("gw_push_config").where({ task_id, id }).delete()
  }

  /**
   * Leases due push notifications to the caller for one minute. `busy` holds the client of each push
   * notification the caller is already sending; no client gets more than `share` at a time.
   */
  async lease(limit: number, share: number, busy: readonly string[]): Promise<DuePush[]> {
    const bindings = [share, [...busy], limit, LEASE_SECONDS]
    const { rows } = await this.knex.raw<{ rows: PushConfig[] }>(LEASE, bindings)
    const due = await Promise.all(rows.map((config) => this.next(config)))
    return due.flatMap((one) => one ?? [])
  }

  private async next(config: PushConfig): Promise<DuePush | undefined> {
    const { task_id, seq } = config
    const event = await this.knex<TaskEvent>("gw_task_event")
      .where({ task_id, seq: seq + 1 })
      .first()
    const task = event && (await this.knex<Task>("gw_task").where({ id: task_id }).first())
    return event && task && { config, event, task }
  }

  /** Advances to the next event, because the receiver accepted this one. */
  async delivered(due: DuePush): Promise<void> {
    const seq = due.config.seq + 1
    const next_at = this.knex.raw("case when newest_seq > ? then now() end", [seq])
    await this.attemptOf(due).update({ seq, failures: 0, last_error: null, next_at })
  }

  /** Records a failed attempt. Retries after `pause_seconds`, or ends the configuration if that is undefined. */
  async failed(due: DuePush, last_error: string, pause_seconds: number | undefined): Promise<void> {
    const again = { next_at: this.knex.raw("now() + make_interval(secs => ?)", [pause_seconds ?? 0]) }
    const ended = { next_at: null, ended_at: this.knex.fn.now(), secrets: null }
    const then = pause_seconds === undefined ? ended : again
    await this.attemptOf(due).update({ failures: due.config.failures + 1, last_error, ...then })
  }

  /** Deletes configurations that ended a day ago, and fully delivered ones of tasks that ended a day ago. */
  async purge(): Promise<void> {
    await this.knex.raw(PURGE, [TERMINAL_STATES])
  }

  /** The configuration, unless it was changed or leased again since this attempt. */
  private attemptOf({ config: { task_id, id, seq, attempt } }: DuePush): Knex.QueryBuilder {
    return this.knex("gw_push_config").where({ task_id, id, seq, attempt })
  }
}

async function refuseBeyondMost(trx: Knex, { task_id, id }: NewPushConfig): Promise<void> {
  const others = trx("gw_push_config").where({ task_id, ended_at: null }).whereNot({ id })
  if ((await others.pluck("id")).length >= MOST)
    throw problem("invalid_params", {
      issues: [{ path: "id", message: `a task can have at most ${MOST} push notification configurations` }],
    })
}

const SAME = ["url", "version", "grant_id", "secrets"] as const

/** Whether an active configuration has the same receiver, credentials and consent. */
function isSame(config: NewPushConfig, known: PushConfig | undefined): boolean {
  return known !== undefined && !known.ended_at && SAME.every((name) => known[name] === config[name])
}

/** The start position: after event `from`, unless the configuration replaces an active one. */
function beginning(
  from: number,
  { seq: newest_seq }: Pick<Task, "seq">,
  known: PushConfig | undefined,
  now: Knex.Raw
) {
  const seq = known && !known.ended_at ? known.seq : from
  const next_at = seq < newest_seq ? now : null
  const attempt = (known?.attempt ?? 0) + 1
  return { seq, newest_seq, next_at, attempt, failures: 0, last_error: null, ended_at: null }
}

/** Oldest first, and at most `share` per client. */
const LEASE = `
  with queue as (
    select c.task_id, c.id, t.client_id,
           row_number() over (partition by t.client_id order by c.next_at) as client_rank
      from gw_push_config c join gw_task t on t.id = c.task_id
     where c.next_at <= now()
  ), due as (
    select c.task_id, c.id from gw_push_config c join queue q using (task_id, id)
     where c.next_at <= now()
       and q.client_rank <= ? - (select count(*) from unnest(?::text[]) busy (client_id) where busy.client_id = q.client_id)
     order by c.next_at limit ? for update of c skip locked
  )
  update gw_push_config c set next_at = now() + make_interval(secs => ?), attempt = attempt + 1
    from due where c.task_id = due.task_id and c.id = due.id
  returning c.*`

const PURGE = `
  delete from gw_push_config c using gw_task t
   where t.id = c.task_id
     and (c.ended_at < now() - interval '1 day'
          or t.state = any(?) and c.seq = t.seq and t.updated_at < now() - interval '1 day')`

const TERMINAL_STATES = TASK_STATES.filter(isTerminal)
