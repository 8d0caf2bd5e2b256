/** A payment as our own row knows it: the bank's states, and three of ours around them. */
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
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** The states only the bank can tell. */
export type BankStatus = Exclude<PaymentStatus, "created" | "unknown" | "manual_review">

/** What a settlement owes to the store, each at most once per payment. */
export const EFFECTS = ["action_required", "authorized", "captured", "failed"] as const
export type Effect = (typeof EFFECTS)[number]

export type Intent = "sale" | "preauth"

/**
 * What a snapshot implies, from its state alone and not from the event that carried it: a lost message before it
 * changes nothing. The order is the order in which the store must learn it.
 */
export function effectsOf(status: BankStatus, intent: Intent): Effect[] {
  switch (status) {
    case "requires_action":
      return ["action_required"]
    case "authorized":
    case "partially_captured":
      return intent === "preauth" ? ["authorized"] : []
    case "captured":
      return intent === "preauth" ? ["authorized", "captured"] : ["captured"]
    case "declined":
    case "canceled":
    case "expired":
      return ["failed"]
    case "processing":
    case "voided":
      return []
  }
}

/** Why a payment ended without money, in the neutral words agents are told. */
export interface Decline {
  code: string
  message: string
}

const ENDINGS: Partial<Record<BankStatus, Decline>> = {
  canceled: { code: "sca_canceled", message: "The shopper canceled the payment on the bank's page." },
  expired: { code: "sca_abandoned", message: "The shopper did not finish the payment in time." },
  declined: { code: "do_not_honor", message: "The bank declined the payment." },
}

/** The decline the bank gave, or the neutral one of a payment's ending. */
export function declineOf(status: BankStatus, told: Decline | null): Decline | null {
  return told ? { code: told.code, message: told.message } : (ENDINGS[status] ?? null)
}
