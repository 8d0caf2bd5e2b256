import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { pageOf } from "../modules"
import type { ListWebhooks } from "./validators"
import { viewsOf, webhooksOf } from "./webhooks"

/** The webhooks of all clients, by default the newest first. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.validatedQuery as ListWebhooks
  const { rows, next_cursor } = pageOf(await webhooksOf(req).managed.subscriptions.list(query))
  res.json({ webhooks: await viewsOf(rows, req), limit: query.limit, next_cursor })
}
