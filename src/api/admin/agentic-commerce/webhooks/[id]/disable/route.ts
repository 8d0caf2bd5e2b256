import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { staffOf } from "../../../modules"
import { viewIn, webhookIn, webhooksOf } from "../../webhooks"

/** Disables a webhook until staff enable it again; its client cannot. Pending deliveries are given up. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { id } = await webhookIn(req)
  await webhooksOf(req).managed.subscriptions.disable(id, staffOf(req))
  res.json({ webhook: await viewIn(req) })
}
