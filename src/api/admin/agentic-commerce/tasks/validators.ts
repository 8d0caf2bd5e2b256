import { z } from "@medusajs/framework/zod"
import { TASK_STATES } from "../../../../domain/task"

const Name = z.string().min(1).max(100)

/** The filters of the tasks' list. `cursor` is the `next_cursor` of the page before. */
export const ListTasks = z.strictObject({
  state: z.enum(TASK_STATES).optional(),
  skill: Name.optional(),
  client_id: Name.optional(),
  cursor: z.string().min(1).max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type ListTasks = z.infer<typeof ListTasks>
