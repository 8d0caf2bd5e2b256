import { problem } from "../../../domain/errors"
import { seal, unseal } from "../../../domain/sealed"
import { newWebhookSecret } from "../../../domain/webhook-signature"
import { policyOf } from "../../admission"
import type { Call } from "../../call"

const nameOf = (webhook_id: string) => `webhook ${webhook_id}`

/** A webhook's secret as it is shown once, and as it is kept. */
export interface WebhookSecret {
  readonly plain: string
  readonly sealed: string
}

/** A fresh secret. Throws `webhooks_not_configured` when the store has no key to keep it with. */
export function freshSecret(webhook_id: string, call: Call): WebhookSecret {
  const plain = newWebhookSecret()
  return { plain, sealed: seal(plain, nameOf(webhook_id), keyOf(call)) }
}

/** The secret that is kept. Throws `webhooks_not_configured` as `freshSecret` does. */
export const keptSecret = (sealed: string, webhook_id: string, call: Call): string =>
  unseal(sealed, nameOf(webhook_id), keyOf(call))

function keyOf(call: Call): string {
  const { encryption_key } = policyOf(call).options
  if (encryption_key) return encryption_key
  throw problem("webhooks_not_configured")
}

/** Secrets as messages are signed with them; undefined when they were sealed with another key. */
export function openSecrets(
  sealed: readonly (string | null)[],
  webhook_id: string,
  key: string
): string[] | undefined {
  try {
    return sealed.flatMap((one) => (one ? [unseal(one, nameOf(webhook_id), key)] : []))
  } catch {
    return undefined
  }
}
