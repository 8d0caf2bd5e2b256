import { z } from "@medusajs/framework/zod"
import { TASK_STATES } from "../../../../domain/task"
import { Name, Page } from "../paging"

/** The filters of the task list. */
export const ListTasks = Page.extend({
  state: z.enum(TASK_STATES).optional(),
  skill: Name.optional(),
  client_id: Name.optional(),
})
export type ListTasks = z.infer<typeof ListTasks>

/** The filters of the exported file: those of the list. */
export const ExportTasks = ListTasks.omit({ cursor: true, limit: true })
export type ExportTasks = z.infer<typeof ExportTasks>
