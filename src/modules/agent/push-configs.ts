import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { problem } from "../../domain/errors"
import type { PushConfig } from "./models/push-config"
import type { Task, TaskEvent } from "./models/task"

/** What a client says of an address it wants to be told at. */
export type NewPushConfig = Pick<PushConfig, "task_id" | "id" | "url" | "version" | "scopes" | "secrets">

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
   * ended. Throws `invalid_params` when the task has ten others.
   */
  async save(config: NewPushConfig): Promise<PushConfig> {
    const { task_id, id } = config
    return this.knex.transaction(async (trx) => {
      // Nothing happens to the task in between: its next event finds the address, or the address starts behind it.
      const task = await trx<Task>("gw_task").where({ id: task_id }).forUpdate().first("seq")
      if (!task) throw problem("task_not_found", { task_id })
      const others = await trx<PushConfig>("gw_push_config").where({ task_id }).whereNot({ id }).pluck("id")
      if (others.length >= MOST)
        throw problem("invalid_params", { issues: [{ path: "id", message: `a task has ${MOST} at most` }] })
      const fresh = { failures: 0, last_error: null, ended_at: null }
      const [saved] = await trx("gw_push_config")
        .insert({ ...config, ...fresh, seq: task.seq, newest_seq: task.seq, next_at: null })
        .onConflict(["task_id", "id"])
        .merge({ ...config, ...fresh, newest_seq: task.seq, seq: trx.raw(PLACE), next_at: trx.raw(DUE) })
        .returning<PushConfig[]>("*")
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

  /** What is to be told now, to be told by the caller alone: for a minute nobody else is given it. */
  async lease(limit: number): Promise<DuePush[]> {
    const { rows } = await this.knex.raw<{ rows: PushConfig[] }>(LEASE, [limit, LEASE_SECONDS])
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

  /** The event was told; the next one is due at once. A changed address has another place meanwhile, and keeps it. */
  async told({ config: { task_id, id, seq } }: DuePush): Promise<void> {
    const next_at = this.knex.raw("case when newest_seq > ? then now() end", [seq + 1])
    await this.knex("gw_push_config")
      .where({ task_id, id, seq })
      .update({ seq: seq + 1, failures: 0, last_error: null, next_at })
  }

  /** The event was not told. It is tried again after so many seconds, or never. */
  async failed({ config }: DuePush, last_error: string, pause_seconds: number | undefined): Promise<void> {
    const { task_id, id, seq, failures } = config
    const again = this.knex.raw("now() + make_interval(secs => ?)", [pause_seconds ?? 0])
    const then =
      pause_seconds === undefined ? { next_at: null, ended_at: this.knex.fn.now() } : { next_at: again }
    await this.knex("gw_push_config")
      .where({ task_id, id, seq })
      .update({ failures: failures + 1, last_error, ...then })
  }
}

/** Where a changed address goes on, and when. */
const PLACE = "case when gw_push_config.ended_at is null then gw_push_config.seq else excluded.newest_seq end"
const DUE =
  "case when gw_push_config.ended_at is null and gw_push_config.seq < excluded.newest_seq then now() end"

const LEASE = `
  with due as (
    select task_id, id from gw_push_config
     where next_at <= now() order by next_at limit ? for update skip locked
  )
  update gw_push_config c set next_at = now() + make_interval(secs => ?)
    from due where c.task_id = due.task_id and c.id = due.id
  returning c.*`
