import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { tracedTask } from "../../../../../surfaces/merchant/tasks"
import { found } from "../../modules"

/** One task: what was asked for as far as it is kept, what came of it, its states with their times, and its payments. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ task: found(await tracedTask(req.scope, String(req.params.id)), "task") })
}
