import type { MedusaContainer } from "@medusajs/framework/types"
import { phaseOf } from "../../domain/checkout"
import { WEBHOOK_MODULE } from "../../modules/webhook"
import type WebhookService from "../../modules/webhook/service"
import { expiredCheckouts } from "../../queries/checkout/sessions"

const BATCH_SIZE = 500

/**
 * Stores the webhook events of the checkouts that have expired. Nothing happens at the moment of expiry, so a job looks
 * for them.
 */
export async function recordExpired(container: MedusaContainer): Promise<void> {
  const webhooks = container.resolve<WebhookService>(WEBHOOK_MODULE)
  for (const { id, client_id, attempt, expires_at } of await expiredCheckouts(container, BATCH_SIZE)) {
    // A checkout whose payment is in progress may still be completed.
    if (attempt && phaseOf(attempt) === "pending") continue
    await webhooks.outbox.record({
      type: "checkout.expired",
      aggregate: id,
      client_id,
      session_id: id,
      order_id: null,
      occurred_at: expires_at,
      data: {},
      dedupe_key: `checkout.expired:${id}`,
    })
  }
  webhooks.wake()
}
