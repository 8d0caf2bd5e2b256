/**
 * What one attempt of a bank call came to: the bank executed it (a decline is such an answer, too), the bank
 * rejected it without executing it, or there was no usable answer.
 */
export type AttemptOutcome = "executed" | "rejected" | "unknown"

/**
 * The state of a bank call over all attempts with its idempotency key, by any process. `new`: no attempt was
 * made. `uncertain`: the bank may have executed an attempt.
 */
export type CallState = "new" | "uncertain" | "executed" | "rejected"

/** What the bank's own ledger says about a call: the movement is in it, or it is not. */
export type LedgerEntry = "found" | "absent"

/**
 * The state after an attempt. A rejection ends only a call of which no earlier attempt may have been executed:
 * the bank rejects a repeat for reasons of its own (rate limit, expired credentials, the first attempt still in
 * progress) that say nothing about the earlier attempt.
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
