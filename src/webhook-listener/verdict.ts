import type { Message } from "./message"
import { faultByKey, type StoreKey } from "./public-key"
import { faultBySecret } from "./shared-secret"

/** What messages are verified by; null where that is not to be looked at. */
export interface Trust {
  readonly secrets: readonly string[]
  readonly keys: readonly StoreKey[] | null
}

/** What is wrong with a message; undefined when it is genuine. One signed with a secret is held to it. */
export function faultOf(message: Message, { secrets, keys }: Trust): string | undefined {
  if (!secrets.length && !keys) return "nothing is known here to verify it by"
  const isBySecret = message.headers["webhook-signature"] !== undefined || !keys
  const fault = isBySecret && secrets.length ? faultBySecret(message, secrets) : undefined
  return fault ?? (keys ? faultByKey(message, keys) : undefined)
}
