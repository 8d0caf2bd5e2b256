import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { checklistOf } from "../../../../checkup/checklist"
import { ownStore } from "./patient"

/** What a merchant sees to before agents come, with how far the store has come; looked at now, within seconds. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ items: await checklistOf(ownStore(req)) })
}
