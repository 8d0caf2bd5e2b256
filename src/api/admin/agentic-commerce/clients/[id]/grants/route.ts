import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, oauthOf, pageOf } from "../../../modules"
import type { Page } from "../../../paging"
import { grantViewsOf } from "./grant-view"

/** The consents of a client, newest first. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, cursor } = req.validatedQuery as Page
  const { managed, grants } = oauthOf(req)
  const { id } = found(await managed.find(String(req.params.id)), "client")
  const { rows, next_cursor } = pageOf(await grants.list(id, limit, cursor))
  res.json({ grants: await grantViewsOf(req, rows), limit, next_cursor })
}
