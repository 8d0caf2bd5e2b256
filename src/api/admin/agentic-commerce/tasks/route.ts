import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listTasks } from "../../../../surfaces/merchant/tasks"
import { notAllowed } from "../modules"
import type { ListTasks } from "./validators"

/** What agents have asked for, newest first. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { cursor, limit, ...filters } = req.validatedQuery as ListTasks
  const page = await listTasks(req.scope, filters, limit, cursor)
  if (!page) throw notAllowed("The cursor is not one of this list.")
  res.json({ ...page, limit })
}
