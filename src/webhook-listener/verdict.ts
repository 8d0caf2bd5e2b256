import type { Message } from "./message"
import { faultByKey, type StoreKey } from "./public-key"
import { faultBySecret } from "./shared-secret"

/** The secrets and keys that messages are verified with; `keys` is null when keys are not used. */
export interface Verification {
  readonly secrets: readonly string[]
  readonly keys: readonly StoreKey[] | null
}

/**
 * The fault of a message; undefined when it is genuine. A message with a signature by secret is verified by secret,
 * even when keys are known.
 */
export function faultOf(message: Message, { secrets, keys }: Verification): string | undefined {
  if (!secrets.length && !keys) return "neither a secret nor a key is known to verify it with"
  const isBySecret = message.headers["webhook-signature"] !== undefined || !keys
  const fault = isBySecret && secrets.length ? faultBySecret(message, secrets) : undefined
  return fault ?? (keys ? faultByKey(message, keys) : undefined)
}
