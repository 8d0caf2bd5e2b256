import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { taskPages } from "../../../../../queries/task/task-pages"
import { EXPORT_PAGE, sendCsv } from "../../send-csv"
import { TASK_COLUMNS } from "../task-columns"
import type { ExportTasks } from "../validators"

/** All tasks that match the filters, newest first, as a CSV file. The audit log records the export. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const filters = req.validatedQuery as ExportTasks
  await sendCsv(req, res, {
    list: "tasks",
    filters,
    columns: TASK_COLUMNS,
    pages: taskPages(req.scope, filters, EXPORT_PAGE),
  })
}
