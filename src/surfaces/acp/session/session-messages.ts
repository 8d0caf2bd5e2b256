import { phaseOf } from "../../../domain/checkout"
import { MOST_PAYABLE } from "../../../domain/money"
import type { Call } from "../../../gateway/call"
import { adviseNewKey, withNewKey } from "../../../gateway/idempotency/new-key-advice"
import type { Notice } from "../../../modules/agent/models/session"
import type { SessionNow } from "../../../queries/checkout/sessions"
import {
  type MissingRequirement,
  missingRequirements,
  isFree,
} from "../../../workflows/checkout/checkout-status"
import { canComplete } from "../agent-capabilities"
import { isOpen, type SessionStatus } from "./session-status"

type Resolution = "recoverable" | "requires_buyer_input" | "requires_buyer_review"

/** A message of a session (ACP: Messages), always in plain text. */
export interface Message {
  readonly type: "error" | "warning" | "info"
  readonly code?: string
  readonly severity: "high" | "medium" | "info"
  readonly resolution?: Resolution
  /** The member it is about, as JSONPath (RFC 9535). */
  readonly param?: string
  readonly content_type: "plain"
  readonly content: string
}

/** An error message. `code` is from the protocol's closed list, and `param` is a path in the session. */
export function errorMessage(
  code: string,
  content: string,
  param: string,
  resolution: Resolution = "recoverable"
): Message {
  return { type: "error", code, severity: "high", resolution, param, content_type: "plain", content }
}

/** A warning message. `code` is from the protocol's closed list. */
export function warningMessage(code: string, content: string, param: string): Message {
  return { type: "warning", code, severity: "medium", param, content_type: "plain", content }
}

const info = (content: string): Message => ({
  type: "info",
  severity: "info",
  content_type: "plain",
  content,
})

const OPTIONS = "$.selected_fulfillment_options"
const ADDRESS = "$.fulfillment_details.address"

/** Why an entered discount code does not apply, by the protocol's codes. */
export const REJECTIONS = {
  discount_code_invalid: "The discount code does not exist.",
  discount_code_expired: "The discount code is not valid at this time.",
  discount_code_already_applied: "The discount code is already applied.",
  discount_code_user_ineligible: "The discount code does not apply to this purchase.",
} as const

/** The message for a notice, that is, for a request that the store could not meet. */
export function noticeMessage(notice: Notice): Message {
  switch (notice.code) {
    case "out_of_stock":
      return errorMessage("out_of_stock", `${notice.item} is out of stock.`, "$.line_items")
    case "item_unavailable":
      return errorMessage("not_found", `${notice.item} is not sold by this store.`, "$.line_items")
    case "quantity_adjusted": {
      const param = `$.line_items[${notice.index}].quantity`
      return warningMessage(
        "limited_availability",
        `The quantity was reduced to ${notice.quantity}, because no more can be bought.`,
        param
      )
    }
    case "address_undeliverable":
      return errorMessage(
        "region_restricted",
        "The store does not deliver to this address. Use another address.",
        ADDRESS
      )
    case "not_delivered_together":
      return errorMessage("unsupported", SEPARATE_DELIVERY, "$.line_items")
    case "option_unavailable":
      return errorMessage(
        "invalid",
        "The selected shipping option is not available. Select another one.",
        OPTIONS
      )
    case "too_little_to_pay":
      return errorMessage(
        "minimum_not_met",
        "The total is less than one minor unit but not zero, so it cannot be charged. Change the items.",
        "$.totals"
      )
    case "too_much_to_pay":
      return errorMessage("maximum_exceeded", ABOVE_ONE_PAYMENT, "$.totals")
    case "spending_limit":
      return errorMessage("maximum_exceeded", notice.reason, "$.totals")
    default:
      return warningMessage(notice.code, REJECTIONS[notice.code], `$.discounts.codes[${notice.index}]`)
  }
}

const ABOVE_ONE_PAYMENT = `The total exceeds the largest amount of one payment (${MOST_PAYABLE} minor units). Reduce the quantities.`
const SEPARATE_DELIVERY = "These line items cannot be delivered together. Buy them in separate sessions."

const ADDRESS_MEMBERS = {
  street_address: ["line_one", "The street is required."],
  address_locality: ["city", "The city is required."],
  address_country: ["country", "The country is required."],
} as const

function requirementMessage({ what }: MissingRequirement): Message {
  switch (what) {
    case "line":
      return errorMessage("missing", "The session has no items. Add at least one item.", "$.line_items")
    case "email":
      return errorMessage("missing", "The buyer's e-mail address is required.", "$.buyer.email")
    case "destination":
      return errorMessage("missing", "A delivery address is required.", "$.fulfillment_details")
    case "way":
      return noticeMessage({ code: "address_undeliverable" })
    case "option":
      return errorMessage("missing", "A shipping option must be selected.", OPTIONS)
    default: {
      const [member, content] = ADDRESS_MEMBERS[what]
      return errorMessage("missing", content, `${ADDRESS}.${member}`)
    }
  }
}

/** The messages of a session: while it can be changed, what is missing; afterwards, the state of its payment. */
export function messagesOf(session: SessionNow, status: SessionStatus, call: Call): Message[] {
  if (!isOpen(status)) return paymentMessages(session, status)
  const { quote } = session
  const requirements = missingRequirements(session)
  return [
    ...quote.notices.map(noticeMessage),
    ...requirements.map(requirementMessage),
    ...currencyMessages(session),
    ...(canComplete(session) ? [] : [AUTHENTICATION_UNSUPPORTED]),
    ...attemptMessages(session, call),
    ...approvalMessages(session, call),
  ]
}

const PAYMENT_PENDING = "The outcome of the payment is not known yet. Check again in a few seconds."
const ORDER_PENDING = "The order is being placed. Check again in a few seconds."
const AUTHENTICATE = "The buyer must authenticate the payment on the payment page, at continue_url."
const AUTHENTICATION_UNSUPPORTED = errorMessage(
  "intervention_required",
  "Each payment needs customer authentication on the payment page (3ds, by redirect), which this agent cannot show to its buyer.",
  "$.capabilities.interventions",
  "requires_buyer_input"
)

const PAY_IN_STOREFRONT =
  "The buyer must review and pay the order in the store's own checkout, at continue_url."
const IN_STOREFRONT =
  "The buyer continues in the store's own checkout, and may change the order there. Check again later."

function paymentMessages(session: SessionNow, status: SessionStatus): Message[] {
  if (session.hand_off && status === "requires_escalation")
    return [
      errorMessage("intervention_required", PAY_IN_STOREFRONT, "$.continue_url", "requires_buyer_input"),
    ]
  if (session.hand_off && status === "complete_in_progress") return [info(IN_STOREFRONT)]
  if (status === "requires_escalation")
    return [errorMessage("intervention_required", AUTHENTICATE, "$.continue_url", "requires_buyer_input")]
  if (status === "complete_in_progress") return [info(isFree(session) ? ORDER_PENDING : PAYMENT_PENDING)]
  if (status === "expired")
    return [errorMessage("expired", "The session has expired. Create a new one.", "$.expires_at")]
  return []
}

/** The address determines the currency, even when the agent requested another one. */
function currencyMessages({ quote, requested }: SessionNow): Message[] {
  const requestedCurrency = requested.context.currency
  if (!requestedCurrency || requestedCurrency === quote.currency) return []
  return [
    warningMessage("price_change", `The store sells to this address in ${quote.currency}.`, "$.currency"),
  ]
}

const NOT_CHARGED = "The payment was not completed. No money was charged."
const REFUNDED_BY_STORE = "The payment arrived too late for its order and was refunded."

function attemptMessages({ attempt }: SessionNow, call: Call): Message[] {
  if (!attempt || phaseOf(attempt) !== "failed") return []
  const ending = attempt.refunded_amount > 0 ? REFUNDED_BY_STORE : NOT_CHARGED
  const content = adviseNewKey(attempt.decline_message || ending, call)
  return [errorMessage("payment_declined", content, "$.payment_data")]
}

function approvalMessages({ approval }: SessionNow, call: Call): Message[] {
  if (!approval) return []
  if (approval.status === "approved")
    return [info(`The merchant has approved this total. Complete the session again, ${withNewKey(call)}.`)]
  const content =
    approval.status === "waiting"
      ? `The merchant must approve this total. Complete the session again after the approval, ${withNewKey(call)}.`
      : "The merchant has rejected this total."
  return [errorMessage("approval_required", content, "$.totals")]
}
