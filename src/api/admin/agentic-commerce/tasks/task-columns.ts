import { toDecimal } from "../../../../domain/money"
import type { ExportedTask } from "../../../../queries/task/task-pages"
import type { Columns } from "../send-csv"

/** The columns of the exported tasks. Amounts in major units of `currency`, times in ISO 8601 (UTC). */
export const TASK_COLUMNS: Columns<ExportedTask> = {
  task_id: ({ task_id }) => task_id,
  created_at: ({ created_at }) => created_at.toISOString(),
  finished_at: ({ finished_at }) => finished_at?.toISOString() ?? null,
  skill: ({ skill_id }) => skill_id,
  state: ({ state }) => state,
  agent: ({ client_name }) => client_name,
  agent_id: ({ client_id }) => client_id,
  amount: ({ amount, currency }) => (amount === null || !currency ? null : toDecimal(amount, currency)),
  currency: ({ currency }) => currency,
  order_number: ({ order_number }) => (order_number === null ? null : String(order_number)),
  order_id: ({ order_id }) => order_id,
  payment_id: ({ payment_id }) => payment_id,
  failure_code: ({ error }) => codeIn(error),
}

/** The code of a task's error, which is JSON in the database. */
function codeIn(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === "string" ? code : null
}
