import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerWith } from "../problem-answer"
import { savedViews, saveView } from "./saved-views"
import type { ListViews, SaveView } from "./validators"

/** The views of a list that the member of the staff has saved, by name. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { list } = req.validatedQuery as ListViews
  res.json({ views: await savedViews(req, list) })
}

/** Saves the filters and the sorting of a list for the member of the staff, in place of a view with the same name. */
export async function POST(req: AuthenticatedMedusaRequest<SaveView>, res: MedusaResponse): Promise<void> {
  await answerWith(
    res,
    saveView(req, req.validatedBody).then((view) => ({ status: 200, body: { view } }))
  )
}
