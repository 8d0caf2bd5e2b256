import { phaseOf } from "../../../domain/checkout"
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
  discount_code_invalid: "There is no such discount code.",
  discount_code_expired: "The discount code is not valid at this time.",
  discount_code_already_applied: "The discount code is there already.",
  discount_code_user_ineligible: "The discount code does not apply to this purchase.",
} as const

function noticeMessage(notice: Notice): Message {
  switch (notice.code) {
    case "out_of_stock":
      return errorMessage("out_of_stock", `${notice.item} is out of stock.`, "$.line_items")
    case "item_unavailable":
      return errorMessage("not_found", `${notice.item} is not sold here.`, "$.line_items")
    case "quantity_adjusted": {
      const param = `$.line_items[${notice.index}].quantity`
      return warningMessage("limited_availability", `Only ${notice.quantity} of it can be had.`, param)
    }
    case "address_undeliverable":
      return errorMessage("region_restricted", "The store does not deliver there.", ADDRESS)
    case "not_delivered_together":
      return errorMessage("unsupported", TOGETHER, "$.line_items")
    case "option_unavailable":
      return errorMessage("invalid", "This way of delivery is not offered (any more).", OPTIONS)
    case "too_little_to_pay":
      return errorMessage(
        "minimum_not_met",
        "It costs less than the smallest coin, but not nothing.",
        "$.totals"
      )
    default:
      return warningMessage(notice.code, REJECTIONS[notice.code], `$.discounts.codes[${notice.index}]`)
  }
}

const TOGETHER = "These line items are not delivered together. Buy them in separate sessions."

const ADDRESS_MEMBERS = {
  street_address: ["line_one", "The street is needed."],
  address_locality: ["city", "The town is needed."],
  address_country: ["country", "The country is needed."],
} as const

function gapMessage({ what }: MissingRequirement): Message {
  switch (what) {
    case "line":
      return errorMessage("missing", "There is nothing in it.", "$.line_items")
    case "email":
      return errorMessage("missing", "The buyer's e-mail address is needed.", "$.buyer.email")
    case "destination":
      return errorMessage("missing", "A delivery address is needed.", "$.fulfillment_details")
    case "way":
      return noticeMessage({ code: "address_undeliverable" })
    case "option":
      return errorMessage("missing", "A way of delivery has to be chosen.", OPTIONS)
    default: {
      const [member, content] = ADDRESS_MEMBERS[what]
      return errorMessage("missing", content, `${ADDRESS}.${member}`)
    }
  }
}

/** The messages of a session: while it can be changed, what is missing; afterwards, the state of its payment. */
export function messagesOf(session: SessionNow, status: SessionStatus): Message[] {
  if (!isOpen(status)) return paymentMessages(session, status)
  const { quote } = session
  const gaps = missingRequirements(session)
  return [
    ...quote.notices.map(noticeMessage),
    ...gaps.map(gapMessage),
    ...currencyMessages(session),
    ...(canComplete(session) ? [] : [UNPROVABLE]),
    ...attemptMessages(session),
    ...approvalMessages(session),
  ]
}

const WAITS = "The bank has not said yet how the payment ends. Look again in a moment."
const PLACED_NOW = "The order is being placed. Look again in a moment."
const PROVE = "The buyer has to prove the payment on the bank's page, at continue_url."
const UNPROVABLE = errorMessage(
  "intervention_required",
  "Each payment is proved on a page of the bank's (3ds, by redirect), which this agent can not show its buyer.",
  "$.capabilities.interventions",
  "requires_buyer_input"
)

function paymentMessages(session: SessionNow, status: SessionStatus): Message[] {
  if (status === "requires_escalation")
    return [errorMessage("intervention_required", PROVE, "$.continue_url", "requires_buyer_input")]
  if (status === "complete_in_progress") return [info(isFree(session) ? PLACED_NOW : WAITS)]
  if (status === "expired") return [errorMessage("expired", "The session took too long.", "$.expires_at")]
  return []
}

/** The address determines the currency, even when the agent requested another one. */
function currencyMessages({ quote, requested }: SessionNow): Message[] {
  const wished = requested.context.currency
  if (!wished || wished === quote.currency) return []
  return [
    warningMessage("price_change", `The store sells to this address in ${quote.currency}.`, "$.currency"),
  ]
}

const UNTAKEN = "The payment did not go through. No money was taken."
const REFUNDED_BY_STORE = "The payment arrived too late for its order and was refunded."

function attemptMessages({ attempt }: SessionNow): Message[] {
  if (!attempt || phaseOf(attempt) !== "failed") return []
  const ending = attempt.refunded_amount > 0 ? REFUNDED_BY_STORE : UNTAKEN
  return [errorMessage("payment_declined", attempt.decline_message || ending, "$.payment_data")]
}

function approvalMessages({ approval }: SessionNow): Message[] {
  if (!approval) return []
  if (approval.status === "approved")
    return [info("The merchant has approved this total. Complete it again.")]
  const content =
    approval.status === "waiting"
      ? "The merchant has to approve this total. Complete the session again when that has happened."
      : "The merchant has refused this total."
  return [errorMessage("approval_required", content, "$.totals")]
}
