import { type CheckoutStatus, phaseOf } from "../../../domain/checkout"
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

export type Message = ErrorMessage | Note

const recoverable = (code: string, content: string, path?: string): ErrorMessage => ({
  ...{ type: "error", code, content, severity: "recoverable" },
  ...(path && { path }),
})

const warning = (code: string, content: string, path: string): Note => ({
  type: "warning",
  code,
  content,
  path,
})

const CODES = {
  discount_code_invalid: "There is no such discount code.",
  discount_code_expired: "The discount code is not valid at this time.",
  discount_code_already_applied: "The discount code is there already.",
  discount_code_user_ineligible: "The discount code does not apply to this purchase.",
}

/** The message for a notice, that is, for a request that the store could not meet. */
export function noticeMessage(notice: Notice): Message {
  switch (notice.code) {
    case "out_of_stock":
      return recoverable("out_of_stock", `${notice.item} is out of stock.`, "$.line_items")
    case "item_unavailable":
      return recoverable("item_unavailable", `${notice.item} is not sold here.`, "$.line_items")
    case "quantity_adjusted": {
      const content = `Only ${notice.quantity} of it can be had.`
      return warning("quantity_adjusted", content, `$.line_items[${notice.index}].quantity`)
    }
    case "address_undeliverable":
      return recoverable("address_undeliverable", "The store does not deliver there.", DESTINATION)
    case "not_delivered_together":
      return recoverable("not_delivered_together", TOGETHER, "$.line_items")
    case "option_unavailable":
      return recoverable("option_unavailable", "This way of delivery is not offered (any more).", OPTION)
    case "too_little_to_pay":
      return recoverable("too_little_to_pay", TOO_LITTLE, "$.totals")
    default:
      return warning(notice.code, CODES[notice.code], `$.discounts.codes[${notice.index}]`)
  }
}

const TOO_LITTLE = "It costs less than the smallest coin, but not nothing."
const TOGETHER = "These lines are not delivered together. Buy them in separate checkouts."

const METHOD = "$.fulfillment.methods[0]"
const DESTINATION = `${METHOD}.selected_destination_id`
const OPTION = `${METHOD}.groups[0].selected_option_id`

const missing = (path: string, content: string) => recoverable("missing", content, path)

/** Messages about what a checkout still needs before it can be completed. */
export function missingMessages(session: Pick<SessionNow, "requested" | "quote">): ErrorMessage[] {
  return missingRequirements(session).map(gapMessage)
}

function gapMessage(gap: MissingRequirement): ErrorMessage {
  switch (gap.what) {
    case "line":
      return missing("$.line_items", "There is nothing in it.")
    case "email":
      return missing("$.buyer.email", "The buyer's e-mail address is needed.")
    case "destination":
      return missing(gap.is_choice ? DESTINATION : "$.fulfillment", "A delivery address is needed.")
    case "way":
      return noticeMessage({ code: "address_undeliverable" }) as ErrorMessage
    case "option":
      return missing(OPTION, "A way of delivery has to be chosen.")
    default:
      return missing(`${METHOD}.destinations[${gap.index}].${gap.what}`, NEEDED[gap.what])
  }
}

const NEEDED = {
  street_address: "The street is needed.",
  address_locality: "The town is needed.",
  address_country: "The country is needed.",
} as const

/** Messages about the newest attempt to pay. */
export function attemptMessages(attempt: SessionPayment | null, status: CheckoutStatus): Message[] {
  if (status === "requires_escalation")
    return [{ type: "error", code: "requires_3ds", content: PROVE, severity: "requires_buyer_input" }]
  if (status === "complete_in_progress") return [attempt?.status === "nothing_due" ? PLACED_NOW : PAID_NOW]
  if (!attempt || status === "canceled" || phaseOf(attempt) !== "failed") return []
  const ending = attempt.refunded_amount > 0 ? REFUNDED_BY_STORE : UNTAKEN
  const content = attempt.decline_message || ending
  return [recoverable("payment_failed", content, "$.payment")]
}

const UNTAKEN = "The payment did not go through. No money was taken."
const REFUNDED_BY_STORE = "The payment arrived too late for its order and was refunded."
const PROVE = "The buyer has to prove the payment on the bank's page, at continue_url."
const PAID_NOW: Note = {
  type: "info",
  code: "payment_in_progress",
  content: "The bank has not said yet how the payment ends. Look again in a moment.",
}
const PLACED_NOW: Note = {
  type: "info",
  code: "order_in_progress",
  content: "The order is being placed. Look again in a moment.",
}

/** Messages about the merchant's approval, while the checkout could be paid. */
export function approvalMessages(
  { approval }: Pick<SessionNow, "approval">,
  status: CheckoutStatus
): Message[] {
  return approval && status === "ready_for_complete" ? [APPROVALS[approval.status]] : []
}

const APPROVALS: Record<SessionApproval["status"], Message> = {
  waiting: recoverable(
    "merchant_approval_required",
    "The merchant has to approve this purchase. Complete the checkout again when that has happened.",
    "$.totals"
  ),
  approved: {
    type: "info",
    code: "merchant_approval_given",
    content: "The merchant has approved this purchase. Complete the checkout again.",
  },
  refused: recoverable("merchant_approval_refused", "The merchant has refused this purchase.", "$.totals"),
}

/** The message when a client changes or completes a checkout whose payment is in progress: nothing was changed. */
export const UNCHANGED = recoverable(
  "payment_in_progress",
  "Nothing was changed: a payment is under way. Wait for its end, or cancel the checkout."
)
