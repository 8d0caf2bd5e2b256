import type { MedusaContainer } from "@medusajs/framework/types"
import type { Sum } from "../../domain/spending"
import { isTerminal } from "../../domain/task"
import { allPages } from "../../lib/keyset-page"
import type { Artifacts, Task } from "../../modules/agent/models/task"
import { clientNames } from "../client/client-names"
import { type ListedTask, toListed } from "./staff-task-view"
import { type StaffTaskFilters, listStaffTasks } from "./staff-tasks"
import { type TaskSubject, taskSubjects } from "./task-subjects"

/** A task in an exported file. */
export interface ExportedTask extends ListedTask, Omit<TaskSubject, "currency"> {
  /** Null while the task can still change. */
  readonly finished_at: Date | null
  /** Null for a task without an amount and a saved card. */
  readonly currency: string | null
}

/** All clients' tasks that match, newest first, in pages of at most `size`. */
export async function* taskPages(
  container: MedusaContainer,
  filters: StaffTaskFilters,
  size: number
): AsyncGenerator<ExportedTask[], void> {
  const read = (cursor?: string) =>
    listStaffTasks(container, { ...filters, limit: size, ...(cursor && { cursor }) })
  for await (const tasks of allPages(read)) {
    const ids = tasks.map(({ client_id }) => client_id)
    const [nameOf, subjectOf] = await Promise.all([
      clientNames(container, ids),
      taskSubjects(container, tasks),
    ])
    yield tasks.map((task) => ({ ...toListed(task, nameOf), ...detailsOf(task, subjectOf(task)) }))
  }
}

function detailsOf({ state, updated_at, artifacts }: Task, subject: TaskSubject | undefined) {
  const moved = movementIn(artifacts)
  return {
    // Nothing changes the time of a task after its last state.
    finished_at: isTerminal(state) ? updated_at : null,
    amount: moved?.amount ?? subject?.amount ?? null,
    currency: moved?.currency ?? subject?.currency ?? null,
    order_id: subject?.order_id ?? null,
    order_number: subject?.order_number ?? null,
  }
}

/** What the bank has captured or refunded for the task, which may be less than what the agent requested. */
const movementIn = ({ capture, refund }: Artifacts) => (capture ?? refund) as Sum | undefined
