import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { problem } from "../../domain/errors"
import { TASK_STATES, isTerminal } from "../../domain/task"
import type { PushConfig } from "./models/push-config"
import type { Task, TaskEvent } from "./models/task"

/** What a client says of an address it wants to be told at. */
export type NewPushConfig = Pick<
  PushConfig,
  "task_id" | "id" | "url" | "version" | "grant_id" | "scopes" | "secrets"
>

/** An address, what it is to be told next, and the task this is about. */
export interface DuePush {
  readonly config: PushConfig
  readonly event: TaskEvent
  readonly task: Task
}

/** How many addresses one task tells. */
const MOST = 10

/** Longer than any attempt takes: who has not said by then what came of it has lost its process. */
const LEASE_SECONDS = 60

/**
 * The addresses clients want to be told of their tasks at. The tasks' own events are the outbox: each address has a place
 * in them, moves on by one when it has been told, and so is told all of them, in their order, at least once.
 */
export class PushConfigs {
  constructor(private readonly knex: Knex) {}

  /**
   * Adds an address, which is told what happens from now on, or changes it: then it goes on where it was, unless it had
   * ended, and what comes of an attempt at the address before counts for nothing. One that stays as it was keeps its
   * turn. Throws `invalid_params` when the task has ten others.
   */
  async save(config: NewPushConfig): Promise<PushConfig> {
    const { task_id, id } = config
    return this.knex.transaction(async (trx) => {
      // Nothing happens to the task in between: its next event finds the address, or the address starts behind it.
      const task = await trx<Task>("gw_task").where({ id: task_id }).forUpdate().first("seq")
      if (!task) throw problem("task_not_found", { task_id })
      await refuseBeyondMost(trx, config)
      const known = await trx<PushConfig>("gw_push_config").where({ task_id, id }).forUpdate().first()
      const row = isSame(config, known) ? config : { ...config, ...beginning(task, known, trx.fn.now()) }
      const configs = trx("gw_push_config")
      const write = known ? configs.where({ task_id, id }).update(row) : configs.insert(row)
      const [saved] = await write.returning<PushConfig[]>("*")
      return saved as PushConfig
    })
  }

  /** Those of a task, the oldest first. */
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
   * What is to be told now, to be told by the caller alone: for a minute nobody else is given it. `busy` names the client
   * of each address the caller has under way, of which none gets more than `share`.
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

  /** The event was told; the next one is due at once. */
  async told(due: DuePush): Promise<void> {
    const seq = due.config.seq + 1
    const next_at = this.knex.raw("case when newest_seq > ? then now() end", [seq])
    await this.attemptOf(due).update({ seq, failures: 0, last_error: null, next_at })
  }

  /** The event was not told. It is tried again after so many seconds, or never. */
  async failed(due: DuePush, last_error: string, pause_seconds: number | undefined): Promise<void> {
    const again = { next_at: this.knex.raw("now() + make_interval(secs => ?)", [pause_seconds ?? 0]) }
    const ended = { next_at: null, ended_at: this.knex.fn.now(), secrets: null }
    const then = pause_seconds === undefined ? ended : again
    await this.attemptOf(due).update({ failures: due.config.failures + 1, last_error, ...then })
  }

  /** Forgets addresses that ended a day ago, and those that were told all of a task that ended a day ago. */
  async purge(): Promise<void> {
    await this.knex.raw(PURGE, [TERMINAL_STATES])
  }

  /** The address while this attempt counts: neither has it changed since, nor was it given to somebody else. */
  private attemptOf({ config: { task_id, id, seq, attempt } }: DuePush): Knex.QueryBuilder {
    return this.knex("gw_push_config").where({ task_id, id, seq, attempt })
  }
}

async function refuseBeyondMost(trx: Knex, { task_id, id }: NewPushConfig): Promise<void> {
  const others = trx("gw_push_config").where({ task_id, ended_at: null }).whereNot({ id })
  if ((await others.pluck("id")).length >= MOST)
    throw problem("invalid_params", { issues: [{ path: "id", message: `a task has ${MOST} at most` }] })
}

const SAME = ["url", "version", "grant_id", "secrets"] as const

/** Whether an address is told already, with the same words and under the same consent. */
function isSame(config: NewPushConfig, known: PushConfig | undefined): boolean {
  return known !== undefined && !known.ended_at && SAME.every((name) => known[name] === config[name])
}

/** Where an address begins: behind all that has happened, unless it goes on as another. */
function beginning({ seq: newest_seq }: Pick<Task, "seq">, known: PushConfig | undefined, now: Knex.Raw) {
  const seq = known && !known.ended_at ? known.seq : newest_seq
  const next_at = seq < newest_seq ? now : null
  const attempt = (known?.attempt ?? 0) + 1
  return { seq, newest_seq, next_at, attempt, failures: 0, last_error: null, ended_at: null }
}

/** The oldest first, and of each client no more than its share. */
const LEASE = `
  with queue as (
    select c.task_id, c.id, t.client_id,
           row_number() over (partition by t.client_id order by c.next_at) as turn
      from gw_push_config c join gw_task t on t.id = c.task_id
     where c.next_at <= now()
  ), due as (
    select c.task_id, c.id from gw_push_config c join queue q using (task_id, id)
     where c.next_at <= now()
       and q.turn <= ? - (select count(*) from unnest(?::text[]) busy (client_id) where busy.client_id = q.client_id)
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
