import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { staffOf } from "../../../modules"
import { viewIn, webhookIn, webhooksOf } from "../../webhooks"

/** Sends nothing more there until staff enable it: the client cannot. What is owed is given up. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { id } = await webhookIn(req)
  await webhooksOf(req).managed.subscriptions.disable(id, staffOf(req))
  res.json({ webhook: await viewIn(req) })
}
