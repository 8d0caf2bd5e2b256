/** A payment as our own row knows it: the bank's states, and four of ours around them. */
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

/** The states only the bank can tell. */
export type BankStatus = Exclude<PaymentStatus, "created" | "unknown" | "manual_review" | "nothing_due">

/** The kinds of things a settlement owes to the store. */
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

const OPEN: readonly PaymentStatus[] = ["created", "unknown", "requires_action", "processing"]

/** Whether the bank has yet to say how the payment ends. */
export function isOpen(status: PaymentStatus): boolean {
  return OPEN.includes(status)
}

export type Intent = "sale" | "preauth"

/** One movement of money at the bank, in minor units. Without a reference of ours it was begun there. */
export interface Movement {
  readonly id: string
  readonly merchant_reference: string | null
  readonly amount: number
}

/** A cardholder's complaint about a payment (chargeback), as the bank tells it. Amount in minor units. */
export interface Dispute {
  readonly id: string
  readonly amount: number
  readonly reason: string
  /** The bank's word for how it stands: `open`, and later `won` or `lost`. */
  readonly status: string
  /** When it began, RFC 3339. */
  readonly at: string
}

/** Something owed. `key` is unique per payment: owed once, however often it is told. */
export interface Owed {
  readonly key: string
  readonly effect: Effect
  readonly movement: Movement | null
}

type Moved = Extract<Effect, "capture" | "refund" | "refund_failed">

/** The part of a snapshot that settlement depends on. */
export interface Settled {
  readonly status: BankStatus
  readonly intent: Intent
  readonly captures: readonly Movement[]
  readonly refunds: readonly (Movement & { readonly status: "pending" | "succeeded" | "failed" })[]
  readonly disputes?: readonly Dispute[]
}

/**
 * What a snapshot implies, from its state alone and not from the event that carried it: a lost message before it
 * changes nothing. The order is the order in which the store must learn it.
 */
export function effectsOf({ status, intent, captures, refunds, disputes = [] }: Settled): Owed[] {
  const reserved = intent === "preauth" && (status === "authorized" || captures.length > 0)
  return [
    ...simple(status === "requires_action", "action_required"),
    ...simple(reserved, "authorized"),
    ...simple(intent === "sale" && status === "captured", "captured"),
    ...(intent === "preauth" ? moved("capture", captures) : []),
    ...moved("refund", ended(refunds, "succeeded")),
    ...moved("refund_failed", ended(refunds, "failed")),
    ...simple(status === "voided", "voided"),
    ...simple(status === "declined" || status === "canceled" || status === "expired", "failed"),
    ...disputes.map(({ id, status }) => ({
      key: `dispute:${id}:${status}`,
      effect: "dispute" as const,
      movement: null,
    })),
  ]
}

const simple = (owed: boolean, effect: Effect): Owed[] =>
  owed ? [{ key: effect, effect, movement: null }] : []

const ended = (refunds: Settled["refunds"], how: "succeeded" | "failed") =>
  refunds.filter(({ status }) => status === how)

const moved = (effect: Moved, movements: readonly Movement[]): Owed[] =>
  movements.map(({ id, merchant_reference, amount }) => ({
    key: `${effect}:${id}`,
    effect,
    movement: { id, merchant_reference, amount },
  }))

/** Why a payment ended without money, in the neutral words agents are told. */
export interface Decline {
  code: string
  message: string
}

const ENDINGS: Partial<Record<BankStatus, Decline>> = {
  canceled: { code: "canceled", message: "The payment was canceled before the bank had authorised it." },
  expired: { code: "sca_abandoned", message: "The shopper did not finish the payment in time." },
  declined: { code: "do_not_honor", message: "The bank declined the payment." },
}

/** What an agent is told when the store stopped before the bank was asked for anything. */
export const INTERRUPTED: Decline = {
  code: "interrupted",
  message: "The store was interrupted before it asked the bank. Nothing was charged; ask again.",
}

/** The decline the bank gave, or the neutral one of a payment's ending. */
export function declineOf(status: BankStatus, told: Decline | null): Decline | null {
  return told ? { code: told.code, message: told.message } : (ENDINGS[status] ?? null)
}
