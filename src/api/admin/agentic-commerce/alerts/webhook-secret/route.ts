import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, policyOf, requireEncryptionKey, staffOf } from "../../modules"

/** Issues a new secret that signs the alerts to the merchant's webhook. It is only in this response. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  requireEncryptionKey(req)
  const token = await policyOf(req).alertSecrets.issueWebhookSecret(staffOf(req))
  res.set("Cache-Control", "no-store").json({ token })
}

/** Deletes the secret. Then no alerts are sent to the webhook. */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  found((await policyOf(req).alertSecrets.endWebhookSecret(staffOf(req))) || undefined, "signing secret")
  res.json({ id: "alert_webhook_secret", object: "alert_webhook_secret", deleted: true })
}
