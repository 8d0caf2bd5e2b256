import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { tracedTask } from "../../../../../queries/task/staff-task-view"
import { found } from "../../modules"

/** One task: its input as far as it is stored, its result, its states with their times, and its payments. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ task: found(await tracedTask(req.scope, String(req.params.id)), "task") })
}
