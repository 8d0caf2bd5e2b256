import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { deleteView } from "../saved-views"

/** Deletes a view that the member of the staff has saved. */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const id = String(req.params.id)
  await deleteView(req, id)
  res.json({ id, object: "view", deleted: true })
}
