import { problem } from "../../domain/errors"
import { encrypt, decrypt } from "../../domain/encryption"
import { newWebhookSecret } from "../../domain/webhook-signature"
import { policyOf } from "../admission"
import type { Call } from "../call"

const nameOf = (webhook_id: string) => `webhook ${webhook_id}`

/** A webhook's secret in plain text, which is shown once, and encrypted, as it is stored. */
export interface WebhookSecret {
  readonly plain: string
  readonly encrypted: string
}

/** A new secret. Throws `webhooks_not_configured` when the store has no encryption key. */
export function freshSecret(webhook_id: string, call: Call): WebhookSecret {
  const plain = newWebhookSecret()
  return { plain, encrypted: encrypt(plain, nameOf(webhook_id), keyOf(call)) }
}

/** Decrypts the stored secret. Throws `webhooks_not_configured` as `freshSecret` does. */
export const storedSecret = (encrypted: string, webhook_id: string, call: Call): string =>
  decrypt(encrypted, nameOf(webhook_id), keyOf(call))

function keyOf(call: Call): string {
  const { encryption_key } = policyOf(call).options
  if (encryption_key) return encryption_key
  throw problem("webhooks_not_configured")
}

/** Decrypts the secrets that sign messages; undefined when they were encrypted with another key. */
export function openSecrets(
  encrypted: readonly (string | null)[],
  webhook_id: string,
  key: string
): string[] | undefined {
  try {
    return encrypted.flatMap((one) => (one ? [decrypt(one, nameOf(webhook_id), key)] : []))
  } catch {
    return undefined
  }
}
