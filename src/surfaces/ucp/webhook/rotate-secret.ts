import { replaceSecret } from "../../../gateway/webhooks/replace-secret"
import { idempotent } from "../ucp-idempotency"
import { ACCESS } from "./webhook-access"
import { WebhookKey } from "./webhook-body"

/**
 * `POST /webhooks/{id}/rotate-secret`: issues a new secret, which only this response contains. For 24 hours messages
 * are signed with both secrets.
 */
export const rotateSecret = idempotent({
  name: "webhook.rotate",
  prefix: "whk",
  access: ACCESS,
  isSecret: true,
  input: WebhookKey,
  run: ({ id }: WebhookKey, call, rotation) => replaceSecret(id, call, rotation),
})
