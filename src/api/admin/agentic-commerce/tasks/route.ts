import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listTasks } from "../../../../queries/task/staff-task-view"
import { pageOf } from "../modules"
import type { ListTasks } from "./validators"

/** The agents' tasks, by default the newest first. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.validatedQuery as ListTasks
  res.json({ ...pageOf(await listTasks(req.scope, query)), limit: query.limit })
}
