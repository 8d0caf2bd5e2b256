import type { Account } from "./account"
import type { Fields } from "./fields"
import { CHANGEABLE, type Intent } from "./intent"
import { demand, type Intents } from "./intents"
import type { PaymentMethod } from "./payment-methods"
import { invalid, StripeError } from "./stripe-error"

const DECLINED = {
  type: "card_error",
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Your card was declined.",
} as const

const AUTHENTICATION_REQUIRED = {
  type: "card_error",
  code: "authentication_required",
  decline_code: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
} as const

const NOT_AUTHENTICATED = {
  type: "invalid_request_error",
  code: "payment_intent_authentication_failure",
  message: "The provided PaymentMethod has failed authentication.",
} as const

/** Confirms a payment with the card in the fields. Throws 402 `card_declined`, with the intent, when it is declined. */
export function confirm(account: Account, id: string, fields: Fields): Intent {
  const { intents, methods, granted } = account
  demand(intents.find(id), CHANGEABLE, "You cannot confirm this")
  const shared = fields["payment_method_data[shared_payment_granted_token]"]
  const method = fields.payment_method ?? enteredIn(account, id, fields).id
  const verdict = methods.verdict(method)
  assertUsable(methods.find(method), intents.find(id))
  if (verdict === "decline")
    throw new StripeError(402, { ...DECLINED, payment_intent: intents.decline(id, DECLINED) })
  if (verdict === "authenticate" && fields.off_session === "true")
    throw new StripeError(402, {
      ...AUTHENTICATION_REQUIRED,
      payment_intent: intents.decline(id, AUTHENTICATION_REQUIRED),
    })
  if (shared) granted.consume(shared)
  if (verdict === "authenticate") return intents.challenge(id, method)
  if (verdict === "defer") return intents.defer(id, method)
  return intents.approve(id, method)
}

/** The payment method of the `payment_method_data`: a token, a card's number or an account. */
function enteredIn(
  { intents, methods, tokens, granted }: Account,
  id: string,
  fields: Fields
): PaymentMethod {
  const shared = fields["payment_method_data[shared_payment_granted_token]"]
  if (shared) return methods.enterCard(granted.numberFor(shared, intents.find(id)))
  const token = fields["payment_method_data[card][token]"]
  if (!token) return methods.enter(fields)
  if (fields["payment_method_data[type]"] !== "card")
    throw invalid("Missing required param: payment_method_data[type].", "parameter_missing")
  return methods.enterCard(tokens.use(token))
}

/** A saved payment method can be used only in payments of its customer. */
function assertUsable({ customer }: PaymentMethod, intent: Intent): void {
  if (customer && customer !== intent.customer)
    throw invalid("The PaymentMethod belongs to a customer. Include that customer on the PaymentIntent.")
}

/** The result of the customer's authentication at the issuer. */
export function authenticate(intents: Intents, id: string, success: boolean): Intent {
  const { payment_method } = demand(intents.find(id), ["requires_action"], "You cannot authenticate this")
  return success && payment_method
    ? intents.approve(id, payment_method)
    : intents.decline(id, NOT_AUTHENTICATED)
}

const NOT_DEBITED = {
  type: "invalid_request_error",
  code: "payment_intent_payment_attempt_failed",
  message: "The payment failed.",
} as const

/** The answer of the customer's bank to a direct debit. */
export function debit(intents: Intents, id: string, success: boolean): Intent {
  const { payment_method } = demand(intents.find(id), ["processing"], "You cannot debit this")
  return success && payment_method ? intents.approve(id, payment_method) : intents.decline(id, NOT_DEBITED)
}
