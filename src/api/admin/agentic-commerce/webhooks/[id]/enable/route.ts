import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { notAllowed, oauthOf, staffOf } from "../../../modules"
import { viewIn, webhookIn, webhooksOf } from "../../webhooks"

/** Enables a disabled webhook for new events. Deliveries that were given up meanwhile can be replayed. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { id, client_id } = await webhookIn(req)
  if ((await oauthOf(req).clients.revokedAmong([client_id])).length)
    throw notAllowed("The client of this webhook is revoked. Its webhooks cannot be enabled again.")
  await webhooksOf(req).managed.subscriptions.enable(id, staffOf(req))
  res.json({ webhook: await viewIn(req) })
}
