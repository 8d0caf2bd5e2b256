import type { MedusaContainer } from "@medusajs/framework/types"
import type { Task } from "../../modules/agent/models/task"
import { type StaffTaskQuery, findStaffTask, listStaffTasks } from "./staff-tasks"
import { type TaskInput, type TaskState, inputOf, statesOf } from "./task-trace"
import { clientNames } from "../client/client-names"

/** A task in a list. */
export interface ListedTask extends Pick<
  Task,
  "client_id" | "skill_id" | "state" | "created_at" | "updated_at"
> {
  readonly task_id: string
  readonly client_name: string | null
  /** The task's payment; null for a task without one. */
  readonly payment_id: string | null
  readonly error: unknown
}

/** A task with all its details. */
export interface TracedTask
  extends ListedTask, Pick<Task, "context_id" | "cancel_requested_at" | "artifacts"> {
  readonly payment_ids: readonly string[]
  /** The request's input, as far as the store keeps it. */
  readonly input: TaskInput | null
  readonly states: readonly TaskState[]
}

/** A page of tasks. Undefined for an invalid cursor. */
export async function listTasks(
  container: MedusaContainer,
  query: StaffTaskQuery
): Promise<{ tasks: ListedTask[]; next_cursor: string | null } | undefined> {
  const page = await listStaffTasks(container, query)
  if (!page) return undefined
  const ids = page.rows.map(({ client_id }) => client_id)
  const nameOf = await clientNames(container, ids)
  return { tasks: page.rows.map((task) => toListed(task, nameOf)), next_cursor: page.next_cursor }
}

/** One task for the merchant's staff; undefined when there is none with the id. */
export async function tracedTask(container: MedusaContainer, id: string): Promise<TracedTask | undefined> {
  const task = await findStaffTask(container, id)
  if (!task) return undefined
  const [nameOf, states, input] = await Promise.all([
    clientNames(container, [task.client_id]),
    statesOf(container, id),
    inputOf(container, task),
  ])
  const { context_id, cancel_requested_at, artifacts } = task
  const summary = toListed(task, nameOf)
  const payment_ids = [...new Set([summary.payment_id, input?.payment_id])].filter(
    (one) => typeof one === "string"
  )
  return {
    ...summary,
    context_id,
    cancel_requested_at,
    artifacts: withoutLink(artifacts),
    payment_ids,
    input,
    states,
  }
}

/** The task as lists show it. `nameOf` looks up the name of its client. */
export function toListed(task: Task, nameOf: (id: string | null) => string | null): ListedTask {
  const { id: task_id, client_id, skill_id, state, created_at, updated_at, artifacts } = task
  const payment_id = typeof artifacts.payment_id === "string" ? artifacts.payment_id : null
  const row = { task_id, client_id, skill_id, state, created_at, updated_at, payment_id }
  return { ...row, client_name: nameOf(client_id), error: artifacts.error ?? null }
}

/** Removes the payment link, which only the customer may use. */
function withoutLink({ sca_redirect_url: _, ...artifacts }: Task["artifacts"]): Task["artifacts"] {
  return artifacts
}
