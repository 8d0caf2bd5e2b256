import { z } from "@medusajs/framework/zod"
import { TASK_STATES } from "../../../../domain/task"
import { Name, Page, SearchText, orderBy } from "../paging"

/**
 * The filters of the task list; `q` is the id of a task or its payment, the agent's reference, or the number of an order.
 */
export const ListTasks = Page.extend({
  state: z.enum(TASK_STATES).optional(),
  skill: Name.optional(),
  client_id: Name.optional(),
  q: SearchText.optional(),
  order: orderBy(["created_at"]).optional(),
})
export type ListTasks = z.infer<typeof ListTasks>

/** The filters of the exported file: those of the list. */
export const ExportTasks = ListTasks.omit({ order: true, cursor: true, limit: true })
export type ExportTasks = z.infer<typeof ExportTasks>
