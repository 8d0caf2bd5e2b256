import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { Batch } from "../../lib/batcher"
import { problem } from "../../domain/errors"
import { digest, newId } from "../../domain/secrets"
import { closeHeartbeats } from "../../lib/heartbeat"
import { TASK_STATES, type TaskState, isTerminal } from "../../domain/task"
import type { Artifacts, Task, TaskEvent, TaskMessage } from "./models/task"
import { FunnelCounts } from "./funnel"
import { Idempotency } from "./idempotency"
import { Personal } from "./personal"
import { purge } from "./purge"
import { PushConfigs } from "./push-configs"
import { Sessions } from "./sessions"
import { StorefrontHandOffs } from "./storefront-hand-offs"
import { StorefrontPayments } from "./storefront-payments"
import { type TaskFilters, type TaskPage, listTasks } from "./task-list"
import { TaskStreams } from "./task-streams"
import {
  type AnsweredTask,
  type TaskChange,
  advanceTask,
  amendTask,
  insertAnswered,
  insertTask,
} from "./tasks"

interface Dependencies {
  __pg_connection__: Knex
}

/** A call of a skill, before its task exists. */
export interface Invocation {
  readonly client_id: string
  /** Null if the client named no skill. */
  readonly skill_id: string | null
  readonly input: unknown
  readonly idempotency_key?: string
  /** The A2A context that the task continues. */
  readonly context_id?: string
  /** The client's message, if the call came as one. */
  readonly message?: TaskMessage
}

/** The requests of agents and their progress: tasks, cart sessions and checkout sessions. */
export default class AgentService {
  /** Medusa calls this at shutdown. */
  readonly __hooks = { onApplicationShutdown: () => this.close() }
  readonly push: PushConfigs
  readonly sessions: Sessions
  readonly handOffs: StorefrontHandOffs
  readonly storefrontPayments: StorefrontPayments
  readonly idempotency: Idempotency
  readonly personal: Personal
  readonly funnel: FunnelCounts
  private readonly knex: Knex
  private readonly streams: TaskStreams
  /** Reads of tasks are batched, because agents poll: concurrent reads share one statement. */
  private readonly tasks = new Batch((ids: readonly string[]) => this.findAll(ids))
  private readonly answered = new Batch((tasks: readonly AnsweredTask[]) => insertAnswered(this.knex, tasks))

  constructor({ __pg_connection__ }: Dependencies) {
    this.knex = __pg_connection__
    this.push = new PushConfigs(this.knex)
    this.sessions = new Sessions(this.knex)
    this.handOffs = new StorefrontHandOffs(this.knex)
    this.storefrontPayments = new StorefrontPayments(this.knex)
    this.idempotency = new Idempotency(this.knex)
    this.personal = new Personal(this.knex)
    this.funnel = new FunnelCounts(this.knex)
    this.streams = new TaskStreams(this.knex)
  }

  /**
   * Creates a task in the state `submitted`, or returns the task that the same client created with the same key
   * and input. Throws `idempotency_conflict` if the key was used with other input. A unique index decides among
   * concurrent calls.
   */
  async openTask(invocation: Invocation): Promise<{ task: Task; fresh: boolean }> {
    const { client_id, skill_id, message, context_id = null, idempotency_key = null } = invocation
    const row = { id: newId("task"), client_id, skill_id, context_id, idempotency_key }
    const written = { ...row, request_hash: hashOf(invocation), history: message ? [message] : [] }
    const task = await this.knex.transaction((trx) => insertTask(trx, written))
    if (task) return { task, fresh: true }
    const earlier = await this.findEarlier(invocation)
    if (!earlier) throw new Error("a task was neither opened nor found")
    return { task: earlier, fresh: false }
  }

  /** The task that the same client created with the same key. Throws `idempotency_conflict` if its input differs. */
  async findEarlier(invocation: Invocation): Promise<Task | undefined> {
    const { client_id, idempotency_key } = invocation
    if (!idempotency_key) return undefined
    const earlier = await this.knex<Task>("gw_task").where({ client_id, idempotency_key }).first()
    if (earlier && earlier.request_hash !== hashOf(invocation)) throw problem("idempotency_conflict")
    return earlier
  }

  /** Stores a task that is already completed, for a skill that answers immediately. */
  async recordAnswer(invocation: Invocation, artifacts: Artifacts): Promise<Task> {
    const { client_id, skill_id, message, context_id = null } = invocation
    const row = { id: newId("task"), client_id, skill_id, context_id, request_hash: hashOf(invocation) }
    return this.answered.submit({ ...row, history: message ? [message] : [], artifacts })
  }

  /**
   * Moves a task to a state, within the caller's transaction if given. A task in a terminal or later state
   * stays unchanged. Throws `task_not_found`.
   */
  async advance(id: string, to: TaskState, change?: TaskChange, db: Knex = this.knex): Promise<Task> {
    const task = await db.transaction((trx) => advanceTask(trx, { id }, to, change))
    if (!task) throw problem("task_not_found", { task_id: id })
    return task
  }

  /** Adds to a task without changing its state, within the caller's transaction. Undefined if the task has ended. */
  async amend(
    id: string,
    change: Pick<TaskChange, "artifacts" | "waits_for">,
    db: Knex
  ): Promise<Task | undefined> {
    return db.transaction((trx) => amendTask(trx, id, change))
  }

  /** Applies the result of a payment, card or operation to the task that waits for it, if any. */
  async mirror(waits_for: string, to: TaskState, change: TaskChange, db: Knex = this.knex): Promise<void> {
    await db.transaction((trx) => advanceTask(trx, { waits_for }, to, change))
  }

  /** Records that the client requested the task's cancellation, and returns the task. Undefined if it is terminal. */
  async requestCancel(id: string, db: Knex = this.knex): Promise<Task | undefined> {
    const open = db<Task>("gw_task").where({ id }).whereIn("state", OPEN_STATES)
    const [task] = await open.update({ cancel_requested_at: db.fn.now() as unknown as Date }).returning("*")
    return task
  }

  /** Whether the client requested the cancellation of the task that waits for a payment. */
  async isCancelRequested(waits_for: string): Promise<boolean> {
    const task = this.knex<Task>("gw_task").where({ waits_for }).whereNotNull("cancel_requested_at")
    return Boolean(await task.first("id"))
  }

  /**
   * A task by id, and by client if given. Throws `task_not_found` if there is none or it belongs to another
   * client.
   */
  async retrieve(id: string, client_id?: string): Promise<Task> {
    const task = await this.tasks.submit(id)
    if (!task || (client_id && task.client_id !== client_id)) throw problem("task_not_found", { task_id: id })
    return task
  }

  /**
   * Adds a client's message to a task that is not terminal, once per message id and up to 100 messages. Returns
   * the task.
   */
  async addMessage(id: string, message: TaskMessage): Promise<Task> {
    const known = JSON.stringify([{ messageId: message.messageId }])
    await this.knex("gw_task")
      .where({ id })
      .whereIn("state", OPEN_STATES)
      .whereRaw("not history @> ?::jsonb and jsonb_array_length(history) < 100", [known])
      .update({ history: this.knex.raw("history || ?::jsonb", [JSON.stringify([message])]) })
    return this.retrieve(id)
  }

  /** A client's tasks, most recently changed first. Undefined if the cursor is invalid. */
  async list(filters: TaskFilters, limit: number, cursor?: string): Promise<TaskPage | undefined> {
    return listTasks(this.knex, filters, limit, cursor)
  }

  /** Up to 100 tasks that have waited this many seconds for the client to choose a skill. */
  async unanswered(olderThanSeconds: number): Promise<string[]> {
    return this.knex<Task>("gw_task")
      .where({ skill_id: null, state: "input-required" })
      .andWhereRaw("updated_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .limit(100)
      .pluck("id")
  }

  /**
   * Deletes, after their retention period, ended tasks that never waited for a payment, card or operation, and
   * expired sessions without an announced order. Deletes idempotency records after a week.
   */
  purge(): Promise<void> {
    return purge(this.knex)
  }

  /**
   * Yields the events of a task after number `after`: first the stored ones, then new ones from any instance.
   * Ends after the terminal event or when `signal` aborts. The caller must abort it when nothing reads any
   * more.
   */
  tail(task_id: string, after: number, signal: AbortSignal): AsyncGenerator<TaskEvent, void> {
    return this.streams.open(task_id, after, signal)
  }

  private async close(): Promise<void> {
    this.streams.close()
    closeHeartbeats(this.knex)
    await this.funnel.flush()
  }

  private async findAll(ids: readonly string[]): Promise<(Task | undefined)[]> {
    const { rows } = await this.knex.raw<{ rows: Task[] }>("select * from gw_task where id = any(?)", [
      [...ids],
    ])
    return ids.map((id) => rows.find((task) => task.id === id))
  }
}

const OPEN_STATES = TASK_STATES.filter((state) => !isTerminal(state))

function hashOf({ skill_id, input }: Invocation): string {
  return digest(canonical([skill_id, input]))
}

/** JSON with sorted members, so that the order of members does not change the digest. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member
  )
}
