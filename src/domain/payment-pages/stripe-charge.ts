import type { Decline } from "../settlement"
import type { ChargeResult, Credential } from "./credential"

/** The parameters with which Stripe confirms a PaymentIntent with a credential. */
export function confirmParameters({ kind, token }: Credential): object {
  if (kind === "saved_card") return { payment_method: token, off_session: true }
  if (kind === "card_token") return { payment_method_data: { type: "card", card: { token } } }
  return { payment_method_data: { shared_payment_granted_token: token } }
}

/** What the status of a confirmed PaymentIntent means. */
export function resultOfStatus(status: unknown): ChargeResult {
  if (status === "succeeded") return { outcome: "paid" }
  if (status === "requires_action") return { outcome: "needs_customer" }
  return { outcome: "unknown" }
}

/** The members of an error of Stripe's client that are read. Its message may contain the credential. */
interface StripeFailure {
  readonly type?: unknown
  readonly code?: unknown
  readonly decline_code?: unknown
}

/** What an error means that Stripe's client has thrown when it confirmed a PaymentIntent. */
export function resultOfError(thrown: unknown, kind: Credential["kind"]): ChargeResult {
  const { type, code, decline_code } = (thrown ?? {}) as StripeFailure
  if (code === "authentication_required" || decline_code === "authentication_required")
    return { outcome: "needs_customer" }
  if (type === "StripeCardError")
    return { outcome: "declined", decline: declineFor(String(decline_code ?? code)) }
  // The PaymentIntent is paid, being paid or canceled already.
  if (type === "StripeInvalidRequestError" && code !== "payment_intent_unexpected_state")
    return { outcome: "declined", decline: kind === "saved_card" ? REMOVED : REJECTED }
  return { outcome: "unknown" }
}

/** The token is used, expired, unknown, for another merchant or for a smaller amount. */
const REJECTED: Decline = {
  code: "credential_rejected",
  message: "The payment provider did not accept the payment token. Nothing was charged. Obtain a new token.",
}

/** The customer has removed it at Stripe since. */
const REMOVED: Decline = { code: "token_not_active", message: "The card is no longer active." }

/** Others, also that a card is lost or stolen, are for the merchant, not for agents and customers. */
const NEUTRAL: Readonly<Record<string, Decline>> = {
  insufficient_funds: { code: "insufficient_funds", message: "The card has insufficient funds." },
  expired_card: { code: "card_expired", message: "The card has expired." },
  incorrect_cvc: { code: "invalid_cvv", message: "The card's security code is wrong." },
}

const declineFor = (code: string): Decline =>
  NEUTRAL[code] ?? { code: "do_not_honor", message: "The card was declined." }
