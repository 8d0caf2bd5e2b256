import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { afterAttempt, afterCrash, afterLedger, type CallState } from "../bank-call"

/** The outcomes of an attempt: whether the bank executes it, and what the store learns. */
const ATTEMPTS = {
  ok: { executes: true, outcome: "executed" },
  declined: { executes: true, outcome: "executed" },
  "503 after execution": { executes: true, outcome: "unknown" },
  "503 before execution": { executes: false, outcome: "unknown" },
  "timeout after execution": { executes: true, outcome: "unknown" },
  "timeout before execution": { executes: false, outcome: "unknown" },
  "connection reset": { executes: false, outcome: "unknown" },
  "409 idempotency_in_flight": { executes: false, outcome: "unknown" },
  "409 state_conflict": { executes: false, outcome: "rejected" },
  "429 rate limited": { executes: false, outcome: "rejected" },
  "401 signature": { executes: false, outcome: "rejected" },
  "400 invalid_request": { executes: false, outcome: "rejected" },
} as const

type Step = keyof typeof ATTEMPTS | "crash" | "crash after execution" | "ledger"
const steps: Step[] = [...(Object.keys(ATTEMPTS) as Step[]), "crash", "crash after execution", "ledger"]

/** A call, and whether the bank has executed it. The bank executes each idempotency key once. */
interface Run {
  readonly state: CallState
  readonly executed: boolean
}

const isEnded = ({ state }: Run) => state === "executed" || state === "rejected"

function after(run: Run, step: Step): Run {
  if (isEnded(run)) return run
  const { state, executed } = run
  if (step === "crash") return { state: afterCrash(state), executed }
  if (step === "crash after execution") return { state: afterCrash(state), executed: true }
  if (step === "ledger") return { state: afterLedger(state, executed ? "found" : "absent"), executed }
  const { executes, outcome } = ATTEMPTS[step]
  return { state: afterAttempt(state, outcome), executed: executed || executes }
}

describe("a bank call", () => {
  it("is rejected only if the bank has not executed it, after any attempts, crashes and ledger reads [BANK-43]", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...steps), { maxLength: 12 }), (sequence) => {
        const run = sequence.reduce(after, { state: "new", executed: false })
        if (run.state === "rejected") expect(run.executed).toBe(false)
        if (run.state === "executed") expect(run.executed).toBe(true)
      }),
      { numRuns: 5000 }
    )
  })

  it("that was ever uncertain ends only by an executed attempt or by the bank's ledger [BANK-43]", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("unknown", "rejected"), { maxLength: 12 }), (outcomes) => {
        const state = outcomes.reduce(afterAttempt, afterAttempt("new", "unknown"))
        expect(state).toBe("uncertain")
        expect(afterAttempt(state, "executed")).toBe("executed")
        expect([afterLedger(state, "found"), afterLedger(state, "absent")]).toEqual(["executed", "rejected"])
      })
    )
  })

  it("is rejected immediately if its first attempt is rejected", () => {
    expect(afterAttempt("new", "rejected")).toBe("rejected")
  })
})
