import type { Decline } from "./settlement"
import type { TaskState } from "./task"

/** A kept card as our own row knows it: the bank's states of its token, and three of ours around them. */
export type CardStatus =
  "created" | "unknown" | "requires_action" | "active" | "revoked" | "expired" | "failed" | "manual_review"

/** The states only the bank can tell. */
export type TokenStatus = Exclude<CardStatus, "created" | "unknown" | "manual_review">

/** What a kept card may be charged for without the shopper. */
export const USAGES = ["recurring", "unscheduled", "installment"] as const
export type Usage = (typeof USAGES)[number]

/** The bounds the shopper agrees to; what is absent is not bounded. */
export interface Terms {
  /** Of each charge, in minor units of the card's currency. */
  readonly max_amount?: number
  readonly frequency_days?: number
  /** RFC 3339. */
  readonly expires_at?: string
}

/** What the shopper agrees to when a card is kept. */
export interface Agreement {
  /** The merchant's own name for the shopper. */
  readonly customer_reference: string
  readonly usage: Usage
  readonly terms: Terms
}

const OPEN: readonly CardStatus[] = ["created", "unknown", "requires_action"]

/** Whether the bank has yet to say whether the card is kept. */
export function isOpenCard(status: CardStatus): boolean {
  return OPEN.includes(status)
}

/** Where each state leaves the task that asked for the card (spec: States and transitions). */
export const CARD_TASK_STATE: Record<TokenStatus, TaskState> = {
  requires_action: "input-required",
  active: "completed",
  revoked: "failed",
  expired: "failed",
  failed: "failed",
}

const ENDINGS: Partial<Record<TokenStatus, Decline>> = {
  revoked: { code: "token_revoked", message: "The agreement was ended before the card was kept." },
  expired: { code: "sca_abandoned", message: "The shopper did not agree in time." },
  failed: { code: "do_not_honor", message: "The bank did not keep the card." },
}

/** The bank's reason why a card is not kept, or the neutral one of its state; null while it is, or may be. */
export function cardDeclineOf(status: TokenStatus, told: Decline | null): Decline | null {
  const ending = ENDINGS[status] ?? null
  return ending && told ? { code: told.code, message: told.message } : ending
}
