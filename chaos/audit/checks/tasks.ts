import { hasFailed, netPaid, refundsOf } from "../bank"
import type { Check } from "../check"
import type { Dossier } from "../dossier"
import { couldNotBeRefunded, isDisputedInstead, mayBeRefunded } from "./refund-allowed"

const TERMINAL = ["completed", "failed", "canceled"]

/** The final state that follows from the bank's result; undefined where completed and failed are both valid. */
function expectedState(dossier: Dossier): string | undefined {
  const { ours, bank, cards } = dossier
  const [card] = ours ? [] : cards
  if (card) return card.at_bank[0]?.status === "active" ? "completed" : "failed"
  if (!ours || !bank) return "failed"
  if (hasFailed(bank)) return "failed"
  // A payment that was refunded in the end may have completed its task before.
  if (isDisputedInstead(dossier, bank)) return undefined
  if (
    bank.status === "voided" ||
    (mayBeRefunded(dossier) && (netPaid(bank) === 0 || couldNotBeRefunded(dossier, bank)))
  )
    return undefined
  return "completed"
}

/** The task reports the result of the payment at the bank. */
export const taskResult: Check = {
  name: "task-result",
  kind: "difference",
  find(dossier) {
    const expected = expectedState(dossier)
    return dossier.tasks.map(
      ({ id, state, operation_id }) =>
        !operation_id &&
        TERMINAL.includes(state) &&
        expected &&
        resultOf(state) !== expected &&
        `task ${id} is ${state}; the payment at the bank is ${dossier.bank?.status ?? "unknown"}`
    )
  },
}

/** A canceled task counts as failed: the payment was not made. */
const resultOf = (state: string) => (state === "canceled" ? "failed" : state)

/** The task of a capture or refund is completed if and only if the bank has executed it. */
export const movementTask: Check = {
  name: "movement-task",
  kind: "difference",
  find: ({ bank, tasks, operations }) =>
    tasks.map(({ id, state, operation_id }) => {
      const operation = operations.find((one) => one.id === operation_id)
      if (!operation || !TERMINAL.includes(state)) return false
      const isExecuted = [...(bank?.captures ?? []), ...(bank ? refundsOf(bank) : [])].some(
        ({ merchant_reference }) => merchant_reference === operation.merchant_reference
      )
      return (
        isExecuted !== (state === "completed") &&
        `task ${id} is ${state}, and the bank has ${isExecuted ? "" : "not "}executed its ${operation.kind}`
      )
    }),
}

/** The history of a task has no gap, and ends with the task's current status. */
export const taskHistory: Check = {
  name: "task-history",
  kind: "difference",
  find: ({ tasks }) =>
    tasks.flatMap(({ id, seq, state, events }) => [
      events.some((event, at) => event.seq !== at + 1) && `an event of task ${id} is missing`,
      events.length !== seq && `task ${id} has ${events.length} events, expected ${seq}`,
      events.at(-1)?.state !== state &&
        `task ${id} is ${state}, its last event has the state ${events.at(-1)?.state}`,
    ]),
}

/**
 * An agent receives each state of its task once, and one final state. A payment that needs an approval requires input
 * twice: for the approval, and for customer authentication.
 */
export const taskReportedOnce: Check = {
  name: "task-reported-once",
  kind: "duplicate",
  find: ({ tasks }) =>
    tasks.flatMap(({ id, events, needed_approval }) => {
      const states = events.filter(({ type }) => type === "task.status").map(({ state }) => state)
      const final = states.filter((state) => TERMINAL.includes(state))
      return [
        new Set(states).size !== states.length - (needed_approval ? 1 : 0) &&
          new Set(states).size !== states.length &&
          `task ${id} reports a state twice: ${states.join(", ")}`,
        final.length > 1 && `task ${id} ends ${final.length} times: ${final.join(", ")}`,
      ]
    }),
}

/** Each task ends. */
export const taskEnds: Check = {
  name: "task-ends",
  kind: "stuck",
  find: ({ tasks, bank }) =>
    tasks.map(
      ({ id, state }) =>
        !TERMINAL.includes(state) &&
        `task ${id} is still ${state}; the payment at the bank is ${bank?.status ?? "unknown"}`
    ),
}
