import { type CheckoutStatus, phaseOf } from "../../../domain/checkout"
import { MOST_PAYABLE } from "../../../domain/money"
import type { Call } from "../../../gateway/call"
import { adviseNewKey, withNewKey } from "../../../gateway/idempotency/new-key-advice"
import type { Notice } from "../../../modules/agent/models/session"
import type { SessionApproval, SessionNow, SessionPayment } from "../../../queries/checkout/sessions"
import { type MissingRequirement, missingRequirements } from "../../../workflows/checkout/checkout-status"
import type { ErrorMessage } from "../ucp-errors"

/** A message that is not an error. */
interface Note {
  readonly type: "warning" | "info"
  readonly code: string
  readonly content: string
  readonly path?: string
}

/** A message of a checkout or cart: an error, or a note. */
export type Message = ErrorMessage | Note

const recoverable = (code: string, content: string, path?: string): ErrorMessage => ({
  type: "error",
  code,
  content,
  severity: "recoverable",
  ...(path && { path }),
})

const warning = (code: string, content: string, path: string): Note => ({
  type: "warning",
  code,
  content,
  path,
})

const CODES = {
  discount_code_invalid: "The discount code does not exist.",
  discount_code_expired: "The discount code is not valid at this time.",
  discount_code_already_applied: "The discount code is already applied.",
  discount_code_user_ineligible: "The discount code does not apply to this purchase.",
}

/** The message for a notice: a part of the client's request that the store could not fulfill. */
export function noticeMessage(notice: Notice): Message {
  switch (notice.code) {
    case "out_of_stock":
      return recoverable("out_of_stock", `${notice.item} is out of stock.`, "$.line_items")
    case "item_unavailable":
      return recoverable("item_unavailable", `${notice.item} is not sold by this store.`, "$.line_items")
    case "quantity_adjusted": {
      const content = `The quantity was reduced to ${notice.quantity}, because no more can be bought.`
      return warning("quantity_adjusted", content, `$.line_items[${notice.index}].quantity`)
    }
    case "address_undeliverable":
      return recoverable(
        "address_undeliverable",
        "The store does not deliver to this address. Use another address.",
        DESTINATION
      )
    case "not_delivered_together":
      return recoverable("not_delivered_together", SEPARATE_DELIVERY, "$.line_items")
    case "option_unavailable":
      return recoverable(
        "option_unavailable",
        "The selected shipping option is not available. Select another one.",
        OPTION
      )
    case "too_little_to_pay":
      return recoverable("too_little_to_pay", BELOW_MINOR_UNIT, "$.totals")
    case "too_much_to_pay":
      return recoverable("too_much_to_pay", ABOVE_ONE_PAYMENT, "$.totals")
    case "spending_limit":
      return recoverable("spending_limit", notice.reason, "$.totals")
    default:
      return warning(notice.code, CODES[notice.code], `$.discounts.codes[${notice.index}]`)
  }
}

const BELOW_MINOR_UNIT =
  "The total is less than one minor unit but not zero, so it cannot be charged. Change the items."
const ABOVE_ONE_PAYMENT = `The total exceeds the largest amount of one payment (${MOST_PAYABLE} minor units). Reduce the quantities.`
const SEPARATE_DELIVERY = "These lines cannot be delivered together. Buy them in separate checkouts."

const METHOD = "$.fulfillment.methods[0]"
const DESTINATION = `${METHOD}.selected_destination_id`
const OPTION = `${METHOD}.groups[0].selected_option_id`

const missing = (path: string, content: string) => recoverable("missing", content, path)

/** The messages about the requirements that a checkout must still meet before it can be completed. */
export function missingMessages(session: Pick<SessionNow, "requested" | "quote">): ErrorMessage[] {
  return missingRequirements(session).map(requirementMessage)
}

function requirementMessage(requirement: MissingRequirement): ErrorMessage {
  switch (requirement.what) {
    case "line":
      return missing("$.line_items", "There are no line items. Add at least one.")
    case "email":
      return missing("$.buyer.email", "The buyer's e-mail address is required.")
    case "destination":
      return missing(requirement.is_choice ? DESTINATION : "$.fulfillment", "A delivery address is required.")
    case "way":
      return noticeMessage({ code: "address_undeliverable" }) as ErrorMessage
    case "option":
      return missing(OPTION, "A shipping option must be selected.")
    default:
      return missing(
        `${METHOD}.destinations[${requirement.index}].${requirement.what}`,
        NEEDED[requirement.what]
      )
  }
}

const NEEDED = {
  street_address: "The street is required.",
  address_locality: "The city is required.",
  address_country: "The country is required.",
} as const

/** The messages about the newest attempt to pay. */
export function attemptMessages(
  attempt: SessionPayment | null,
  status: CheckoutStatus,
  call: Call
): Message[] {
  if (status === "requires_escalation")
    return [{ type: "error", code: "requires_3ds", content: AUTHENTICATE, severity: "requires_buyer_input" }]
  if (status === "complete_in_progress")
    return [attempt?.status === "nothing_due" ? ORDER_PENDING : PAYMENT_PENDING]
  if (!attempt || status === "canceled" || phaseOf(attempt) !== "failed") return []
  const ending = attempt.refunded_amount > 0 ? REFUNDED_BY_STORE : NOT_CHARGED
  const content = adviseNewKey(attempt.decline_message || ending, call)
  return [recoverable("payment_failed", content, "$.payment")]
}

/** The messages about a checkout that the customer pays in the storefront. */
export function handOffMessages(status: CheckoutStatus): Message[] {
  if (status === "requires_escalation")
    return [
      {
        type: "error",
        code: "storefront_payment",
        content: PAY_IN_STOREFRONT,
        severity: "requires_buyer_input",
      },
    ]
  return status === "complete_in_progress" ? [IN_STOREFRONT] : []
}

const PAY_IN_STOREFRONT =
  "The buyer must review and pay the order in the store's own checkout, at continue_url."
const IN_STOREFRONT: Note = {
  type: "info",
  code: "storefront_in_progress",
  content:
    "The buyer continues in the store's own checkout, and may change the order there. Check again later.",
}
const NOT_CHARGED = "The payment was not completed. No money was charged."
const REFUNDED_BY_STORE = "The payment arrived too late for its order and was refunded."
const AUTHENTICATE = "The buyer must authenticate the payment on the payment page, at continue_url."
const PAYMENT_PENDING: Note = {
  type: "info",
  code: "payment_in_progress",
  content: "The outcome of the payment is not known yet. Check again in a few seconds.",
}
const ORDER_PENDING: Note = {
  type: "info",
  code: "order_in_progress",
  content: "The order is being placed. Check again in a few seconds.",
}

/** The messages about the merchant's approval. None unless the checkout is ready to be completed. */
export function approvalMessages(
  { approval }: Pick<SessionNow, "approval">,
  status: CheckoutStatus,
  call: Call
): Message[] {
  return approval && status === "ready_for_complete" ? [approvalMessage(approval.status, call)] : []
}

function approvalMessage(approval: SessionApproval["status"], call: Call): Message {
  switch (approval) {
    case "waiting": {
      const content = `The merchant must approve this purchase. Complete the checkout again after the approval, ${withNewKey(call)}.`
      return recoverable("merchant_approval_required", content, "$.totals")
    }
    case "approved": {
      const content = `The merchant has approved this purchase. Complete the checkout again, ${withNewKey(call)}.`
      return { type: "info", code: "merchant_approval_given", content }
    }
    case "refused":
      return recoverable("merchant_approval_refused", "The merchant has rejected this purchase.", "$.totals")
  }
}

/** The refusal when a client changes or completes a checkout whose payment is in progress. */
export const UNCHANGED = recoverable(
  "payment_in_progress",
  "Nothing was changed, because a payment is in progress. Wait until it has ended, or cancel the checkout."
)
