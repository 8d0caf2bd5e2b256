import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { viewIn, webhooksOf } from "../webhooks"

/** One webhook, with the number of its deliveries by state; counted up to 10 000. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const webhook = await viewIn(req)
  res.json({
    webhook: { ...webhook, deliveries: await webhooksOf(req).managed.deliveries.counts(webhook.id) },
  })
}
