import { readFileSync } from "node:fs"

/**
 * The instants of a settlement at which a crash has its own test: one between any two steps, in their order.
 * The crash test iterates this list, and fails for a name no code reaches.
 */
export const SETTLEMENT_STEPS = [
  "event_stored",
  "payment_locked",
  "snapshot_taken",
  "effects_recorded",
  "snapshot_committed",
  "effect_leased",
  "order_settled",
  "order_announced",
  "effect_done",
  "task_mirrored",
  "effect_committed",
  "event_processed",
] as const

/** The same for what comes before a settlement: a payment being made, and a call that moves money. */
export const CREATION_STEPS = ["payment_prepared", "order_attached", "payment_opened"] as const
export const OPERATION_STEPS = ["operation_begun", "operation_executed"] as const

/** And for a card that is to be kept, for the bank's word about it, and for a charge of it. */
export const CARD_STEPS = ["card_prepared", "card_opened"] as const
export const TOKEN_STEPS = ["event_stored", "token_taken", "token_committed", "event_processed"] as const
export const CHARGE_STEPS = ["charge_placed", "bank_answered", "snapshot_committed", "order_settled"] as const

export type Step =
  | (typeof SETTLEMENT_STEPS)[number]
  | (typeof CREATION_STEPS)[number]
  | (typeof OPERATION_STEPS)[number]
  | (typeof CARD_STEPS)[number]
  | (typeof TOKEN_STEPS)[number]
  | (typeof CHARGE_STEPS)[number]

/**
 * Dies here, as if the power had gone, when a test has written this step's name into the file that
 * `GW_FAILPOINT_FILE` names. Does nothing without that variable, and nothing in production.
 */
export function reached(step: Step): void {
  const file = process.env.GW_FAILPOINT_FILE
  if (!file || process.env.NODE_ENV === "production") return
  if (readFileSync(file, "utf8").trim() === step) process.kill(process.pid, "SIGKILL")
}
