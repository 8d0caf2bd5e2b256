/**
 * The outcome of one attempt to call the bank: the bank executed the call (a decline counts as executed), the bank
 * rejected it without executing it, or there was no usable response.
 */
export type AttemptOutcome = "executed" | "rejected" | "unknown"

/**
 * The state of a bank call over all attempts with its idempotency key, by any process. `new`: no attempt was
 * made. `uncertain`: the bank may have executed an attempt.
 */
export type CallState = "new" | "uncertain" | "executed" | "rejected"

/** Whether the bank's ledger contains the operation that a call requested. */
export type LedgerEntry = "found" | "absent"

/**
 * The state after an attempt. A rejection ends the call only if no earlier attempt may have been executed: the
 * bank can reject a repeated attempt for other reasons (rate limit, expired credentials, the first attempt
 * still in progress), which do not reveal the outcome of the earlier attempt.
 */
export function afterAttempt(state: CallState, outcome: AttemptOutcome): CallState {
  if (state === "executed" || state === "rejected") return state
  if (outcome === "executed") return "executed"
  return outcome === "rejected" && state === "new" ? "rejected" : "uncertain"
}

/** The state after a crash: an attempt may have been sent. */
export function afterCrash(state: CallState): CallState {
  return state === "new" ? "uncertain" : state
}

/** The state after the bank's ledger was read, when no attempt can be in progress anymore. */
export function afterLedger(state: CallState, entry: LedgerEntry): CallState {
  if (state === "executed" || state === "rejected") return state
  return entry === "found" ? "executed" : "rejected"
}
