import type { Text } from "../../i18n/use-text"
import { reasonIn } from "../common/reason-words"

/** Why a delivery failed, as text; an unknown network error stays unchanged. */
export function deliveryErrorIn(error: string, t: Text): string {
  const [, status] = /^answered (\d+)$/.exec(error) ?? []
  if (status) return t("reasons.delivery_status", { status })
  const [, name] = ERRORS.find(([pattern]) => pattern.test(error)) ?? []
  return (name && reasonIn(name, t)) ?? error
}

/** The errors of deliveries: a pattern and the key of its text. */
export const ERRORS: readonly (readonly [RegExp, string])[] = [
  [/^redirect_not_followed$/, "delivery_redirect"],
  [/^(the address |address not allowed)/, "delivery_address"],
  [/^not tried$/, "delivery_not_tried"],
  [/^erased$/, "delivery_erased"],
  [/^the order no longer exists$/, "delivery_gone"],
  [/^the store has no key to sign the webhook$/, "delivery_unsigned"],
  [/^the notification provider /, "delivery_provider"],
  [/^the secret was saved with another /, "delivery_other_key"],
  [/^the option encryption_key is not /, "delivery_no_key"],
  [/ECONNREFUSED/, "delivery_refused"],
  [/ENOTFOUND|EAI_AGAIN/, "delivery_unknown_host"],
  [/ETIMEDOUT|timeout/i, "delivery_timeout"],
  [/ECONNRESET|EPIPE|other side closed|socket/, "delivery_closed"],
  [/certificate|TLS|SSL/i, "delivery_tls"],
]
