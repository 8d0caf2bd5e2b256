import { ACP_EVENTS } from "../../../domain/webhook"
import { registered, registerWebhook } from "../../../gateway/webhooks/register-webhook"
import { idempotent } from "../acp-idempotency"
import { requireNewest } from "../newest-only"
import { ACCESS, WebhookBody } from "./webhook-body"

/**
 * `POST /webhooks`: registers a URL that receives the order events of ACP (ACP: Webhooks), about the orders that the
 * client places from now on. Only this response contains the secret. A URL that is registered already is answered 200,
 * without the secret. Throws `webhooks_not_configured`, `not_found` in a version without webhooks, and `invalid_params`
 * for a URL that the store must not call and for an eleventh webhook.
 */
export const createWebhook = idempotent({
  name: "acp.webhook.create",
  prefix: "whk",
  access: ACCESS,
  isSecret: true,
  input: WebhookBody,
  async run({ url, description = null }: WebhookBody, call, id) {
    requireNewest("webhooks", call)
    const given = { id, profile: "acp_order" as const, url, events: ACP_EVENTS, description }
    return registered(await registerWebhook(given, call), id, call)
  },
})
