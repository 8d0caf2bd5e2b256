import type { MedusaContainer } from "@medusajs/framework/types"
import { phaseOf } from "../../domain/checkout"
import { WEBHOOK_MODULE } from "../../modules/webhook"
import type WebhookService from "../../modules/webhook/service"
import { expiredCheckouts } from "../../queries/sessions"

const AT_ONCE = 500

/** Writes down which checkouts have run out: nothing happens then, so that it has to be looked for. */
export async function tellExpired(container: MedusaContainer): Promise<void> {
  const webhooks = container.resolve<WebhookService>(WEBHOOK_MODULE)
  for (const { id, client_id, attempt, expires_at } of await expiredCheckouts(container, AT_ONCE)) {
    // One whose payment is under way may be bought yet.
    if (attempt && phaseOf(attempt) === "pending") continue
    await webhooks.outbox.record({
      ...{ type: "checkout.expired", aggregate: id, client_id, session_id: id, order_id: null },
      ...{ occurred_at: expires_at, data: {}, dedupe_key: `checkout.expired:${id}` },
    })
  }
  webhooks.wake()
}
