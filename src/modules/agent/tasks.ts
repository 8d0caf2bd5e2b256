import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type TaskState, isTerminal, pathTo } from "../../domain/task"
import type { Artifacts, Task, TaskEvent } from "./models/task"

/** Changes to a task besides its state. */
export interface TaskChange {
  readonly artifacts?: Artifacts
  readonly waits_for?: string
  /** States that must get an event on the way, even if the task has already passed them. */
  readonly through?: readonly TaskState[]
  /** Writes another event if the task is already in the state, because the client has a new action to take. */
  readonly again?: boolean
}

/** The data of a task before it is stored. */
export type NewTask = Pick<
  Task,
  "id" | "client_id" | "skill_id" | "context_id" | "history" | "idempotency_key" | "request_hash"
>

/** Serializes a list, because the driver would send an array as a PostgreSQL array. */
const json = (list: Task["history"]) => JSON.stringify(list) as unknown as Task["history"]

/** Inserts a task with its first event. Undefined if the client has already used the idempotency key. */
export async function insertTask(trx: Knex.Transaction, task: NewTask): Promise<Task | undefined> {
  const [row] = await trx<Task>("gw_task")
    .insert({ ...task, history: json(task.history), seq: 1 })
    .onConflict(["client_id", "idempotency_key"])
    .ignore()
    .returning("*")
  if (row) await appendEvent(trx, row, "task", 1)
  return row
}

/** A task that is completed when it is created. */
export type AnsweredTask = Omit<NewTask, "idempotency_key"> & Pick<Task, "artifacts">

/**
 * Inserts completed tasks, with the same events as a task that took longer. Uses one statement and returns the
 * tasks in the given order.
 */
export async function insertAnswered(knex: Knex, tasks: readonly AnsweredTask[]): Promise<Task[]> {
  const column = (of: (task: AnsweredTask) => string | null) => tasks.map(of) as string[]
  const { rows } = await knex.raw<{ rows: Task[] }>(ANSWERED, [
    column(({ id }) => id),
    column(({ client_id }) => client_id),
    column(({ skill_id }) => skill_id),
    column(({ context_id }) => context_id),
    column(({ request_hash }) => request_hash),
    column(({ history }) => JSON.stringify(history)),
    column(({ artifacts }) => JSON.stringify(artifacts)),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return tasks.map(({ id }) => byId.get(id) as Task)
}

const ANSWERED = `
  with task as (
    insert into gw_task (id, client_id, skill_id, context_id, request_hash, history, artifacts, state, seq)
    select id, client_id, skill_id, context_id, request_hash, history, artifacts, 'completed', 4
    from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::jsonb[], ?::json[])
      as answered (id, client_id, skill_id, context_id, request_hash, history, artifacts)
    returning *
  ), event as (
    insert into gw_task_event (task_id, seq, type, state, artifacts)
    select task.id, past.seq, past.type, past.state, case when past.seq < 3 then '{}' else task.artifacts end
    from task, (values
      (1, 'task', 'submitted'),
      (2, 'task.status', 'working'),
      (3, 'task.artifact', 'working'),
      (4, 'task.status', 'completed')
    ) past (seq, type, state)
  )
  select * from task`

/**
 * The only function that changes a task's state. Moves the task to `to` through every state on the way and
 * writes each as an event in the same transaction. Returns the resulting task, or the unchanged task if the
 * transition is not possible. If the client requested cancellation before any work began, the task is canceled
 * instead.
 */
export async function advanceTask(
  trx: Knex.Transaction,
  where: Partial<Pick<Task, "id" | "waits_for">>,
  to: TaskState,
  change: TaskChange = {}
): Promise<Task | undefined> {
  let task = await trx<Task>("gw_task").where(where).forUpdate().first()
  if (!task) return undefined
  if (task.cancel_requested_at && !task.waits_for && !isTerminal(to)) [to, change] = ["canceled", {}]
  const end = to === "failed" && task.cancel_requested_at ? "canceled" : to
  const path = change.again && task.state === end ? [end] : pathTo(task.state, end, change.through)
  if (!path.length) return task
  if (change.artifacts || change.waits_for) task = await addToTask(trx, task, change)
  for (const state of path) task = await enter(trx, task, state)
  return task
}

/** Adds to a task without changing its state, and writes an event. Undefined if the task has ended. */
export async function amendTask(
  trx: Knex.Transaction,
  id: string,
  change: Pick<TaskChange, "artifacts" | "waits_for">
): Promise<Task | undefined> {
  const task = await trx<Task>("gw_task").where({ id }).forUpdate().first()
  return task && !isTerminal(task.state) ? addToTask(trx, task, change) : undefined
}

async function addToTask(trx: Knex.Transaction, task: Task, change: TaskChange): Promise<Task> {
  const artifacts = { ...task.artifacts, ...change.artifacts }
  const waits_for = change.waits_for ?? task.waits_for
  const seq = task.seq + (change.artifacts ? 1 : 0)
  const changed = { ...task, artifacts, waits_for, seq }
  await trx("gw_task")
    .where({ id: task.id })
    .update({ artifacts: JSON.stringify(artifacts), waits_for, seq })
  if (change.artifacts) await appendEvent(trx, changed, "task.artifact", seq)
  return changed
}

async function enter(trx: Knex.Transaction, task: Task, state: TaskState): Promise<Task> {
  const seq = task.seq + 1
  const [row] = await trx<Task>("gw_task")
    .where({ id: task.id })
    .update({ state, seq, updated_at: trx.fn.now() as unknown as Date })
    .returning("*")
  const entered = row ?? { ...task, state, seq }
  await appendEvent(trx, entered, "task.status", seq)
  return entered
}

async function appendEvent(
  trx: Knex.Transaction,
  task: Task,
  type: TaskEvent["type"],
  seq: number
): Promise<void> {
  const { id: task_id, state, artifacts } = task
  await trx("gw_task_event").insert({ task_id, seq, type, state, artifacts: JSON.stringify(artifacts) })
}
