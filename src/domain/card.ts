import type { Decline } from "./settlement"
import type { TaskState } from "./task"

/** The statuses of a saved card: those of the bank's token, and three of the store's own. */
export type CardStatus =
  "created" | "unknown" | "requires_action" | "active" | "revoked" | "expired" | "failed" | "manual_review"

/** The statuses that only the bank reports. */
export type TokenStatus = Exclude<CardStatus, "created" | "unknown" | "manual_review">

/** The kinds of merchant-initiated charges that a card can be saved for. */
export const USAGES = ["recurring", "unscheduled", "installment"] as const
export type Usage = (typeof USAGES)[number]

/** The mandate that the customer agrees to when they save a card. Amounts in minor units of the card's currency. */
export interface Terms {
  /** The maximum of each charge. */
  readonly max_amount: number
  /** The maximum of all charges in a calendar month (UTC). */
  readonly max_per_month: number
  /** RFC 3339. */
  readonly expires_at: string
  readonly frequency_days?: number
}

/** The agreement of the customer for saving a card. */
export interface Agreement {
  /** The merchant's identifier of the customer. */
  readonly customer_reference: string
  readonly usage: Usage
  readonly terms: Terms
}

const OPEN: readonly CardStatus[] = ["created", "unknown", "requires_action"]

/** Whether the result of saving the card is still pending. */
export function isOpenCard(status: CardStatus): boolean {
  return OPEN.includes(status)
}

/** The task state for each status of the requested card (spec: States and transitions). */
export const CARD_TASK_STATE: Record<TokenStatus, TaskState> = {
  requires_action: "input-required",
  active: "completed",
  revoked: "failed",
  expired: "failed",
  failed: "failed",
}

const ENDINGS: Partial<Record<TokenStatus, Decline>> = {
  revoked: { code: "token_revoked", message: "The agreement was ended before the card was saved." },
  expired: { code: "sca_abandoned", message: "The customer did not consent in time." },
  failed: { code: "do_not_honor", message: "The bank did not save the card." },
}

/** Why a card was not saved: the bank's decline, or a neutral one for the status. Null if it was or may be saved. */
export function cardDeclineOf(status: TokenStatus, reported: Decline | null): Decline | null {
  const ending = ENDINGS[status] ?? null
  return ending && reported ? { code: reported.code, message: reported.message } : ending
}
