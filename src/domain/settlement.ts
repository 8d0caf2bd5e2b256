/** The statuses of a payment: the bank's, and four of the store's own. */
export const PAYMENT_STATUSES = [
  "created",
  "unknown",
  "requires_action",
  "processing",
  "authorized",
  "partially_captured",
  "captured",
  "declined",
  "canceled",
  "expired",
  "voided",
  "manual_review",
  "nothing_due",
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** The statuses that only the bank reports. */
export type BankStatus = Exclude<PaymentStatus, "created" | "unknown" | "manual_review" | "nothing_due">

/** The kinds of effects of a payment in the store. */
export const EFFECTS = [
  "action_required",
  "authorized",
  "captured",
  "capture",
  "refund",
  "refund_failed",
  "voided",
  "failed",
  "dispute",
  "review",
  "nothing_due",
] as const
export type Effect = (typeof EFFECTS)[number]

/** What performing an effect revealed about the payment. */
export interface Fact {
  /** Fails the waiting task with this reason, whichever effect was performed. */
  readonly error?: Decline
}

const OPEN: readonly string[] = ["created", "unknown", "requires_action", "processing"]

/** Whether the payment's outcome at the bank is still pending. */
export function isOpen(status: string): boolean {
  return OPEN.includes(status)
}

/** Whether a payment has ended without an authorization. */
export function endedUnpaid(status: string): boolean {
  return status === "declined" || status === "canceled" || status === "expired"
}

/**
 * Whether nothing of an authorization is left to void: it was voided, or a final capture or a void has released what the
 * captures have left. Minor units.
 */
export function isReleased(status: string, amounts: { authorized: number; captured: number }): boolean {
  const isPartial = status === "captured" && amounts.captured < amounts.authorized
  return status === "voided" || status === "canceled" || isPartial
}

/** `sale` captures the amount right away; `preauth` authorizes it, to be captured later. */
export type Intent = "sale" | "preauth"

/** A capture or refund at the bank, in minor units. Without a merchant reference it is bank-initiated. */
export interface Movement {
  readonly id: string
  readonly merchant_reference: string | null
  readonly amount: number
}

/** A dispute by the cardholder (chargeback), as reported by the bank. Amount in minor units. */
export interface Dispute {
  readonly id: string
  readonly amount: number
  readonly reason: string
  /** The bank's status: `open`, then `won` or `lost`. */
  readonly status: string
  /** When it was opened, RFC 3339. */
  readonly at: string
}

/** An effect to perform. `key` is unique per payment, so it is performed once, however often the bank reports it. */
export interface PendingEffect {
  readonly key: string
  readonly effect: Effect
  readonly movement: Movement | null
}

type Moved = Extract<Effect, "capture" | "refund" | "refund_failed">

/** The part of a snapshot that the settlement depends on. */
export interface Settled {
  readonly status: BankStatus
  readonly intent: Intent
  readonly captures: readonly Movement[]
  readonly refunds: readonly (Movement & { readonly status: "pending" | "succeeded" | "failed" })[]
  readonly disputes?: readonly Dispute[]
}

/**
 * The effects of a snapshot. They depend on its state alone and not on the event that carried it, so a lost
 * earlier event changes nothing. They are in the order in which the store must perform them.
 */
export function effectsOf({ status, intent, captures, refunds, disputes = [] }: Settled): PendingEffect[] {
  const authorized = intent === "preauth" && (status === "authorized" || captures.length > 0)
  return [
    ...simple(status === "requires_action", "action_required"),
    ...simple(authorized, "authorized"),
    ...simple(intent === "sale" && status === "captured", "captured"),
    ...(intent === "preauth" ? moved("capture", captures) : []),
    ...moved("refund", ended(refunds, "succeeded")),
    ...moved("refund_failed", ended(refunds, "failed")),
    ...simple(status === "voided", "voided"),
    ...simple(endedUnpaid(status), "failed"),
    ...disputes.map(({ id, status }) => ({
      key: `dispute:${id}:${status}`,
      effect: "dispute" as const,
      movement: null,
    })),
  ]
}

const simple = (is_pending: boolean, effect: Effect): PendingEffect[] =>
  is_pending ? [{ key: effect, effect, movement: null }] : []

const ended = (refunds: Settled["refunds"], how: "succeeded" | "failed") =>
  refunds.filter(({ status }) => status === how)

const moved = (effect: Moved, movements: readonly Movement[]): PendingEffect[] =>
  movements.map(({ id, merchant_reference, amount }) => ({
    key: `${effect}:${id}`,
    effect,
    movement: { id, merchant_reference, amount },
  }))

/** Why a payment ended without money, in neutral words for agents. */
export interface Decline {
  code: string
  message: string
}

const ENDINGS: Partial<Record<BankStatus, Decline>> = {
  canceled: { code: "canceled", message: "The payment was canceled before the bank authorized it." },
  expired: { code: "sca_abandoned", message: "The customer did not finish the payment in time." },
  declined: { code: "do_not_honor", message: "The bank declined the payment." },
}

/** The decline of a payment that was interrupted before the bank was called. */
export const INTERRUPTED: Decline = {
  code: "interrupted",
  message: "The store was interrupted before it called the bank. Nothing was charged; try again.",
}

/** The bank's decline, or a neutral one for the payment's status. */
export function declineOf(status: BankStatus, reported: Decline | null): Decline | null {
  return reported ? { code: reported.code, message: reported.message } : (ENDINGS[status] ?? null)
}
