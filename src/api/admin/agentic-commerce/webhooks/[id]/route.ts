import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { viewIn, webhooksOf } from "../webhooks"

/** One webhook, with how many of its deliveries stand how; 10 000 stands for more, too. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const webhook = await viewIn(req)
  res.json({
    webhook: { ...webhook, deliveries: await webhooksOf(req).managed.deliveries.counts(webhook.id) },
  })
}
