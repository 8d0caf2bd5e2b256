import { hasFailed, keptAt, refundsOf } from "../bank"
import type { Check } from "../check"
import type { Dossier } from "../dossier"
import { couldNotGoBack, isDisputedInstead, mayGoBack } from "./given-back"

const TERMINAL = ["completed", "failed", "canceled"]

/** The task's end that the bank's word calls for; undefined where both may be right, or the bank has not spoken. */
function dueState(dossier: Dossier): string | undefined {
  const { ours, bank, cards } = dossier
  const [card] = ours ? [] : cards
  if (card) return card.at_bank[0]?.status === "active" ? "completed" : "failed"
  if (!ours || !bank) return "failed"
  if (hasFailed(bank)) return "failed"
  // Money that went back in the end may have paid for the order before.
  if (isDisputedInstead(dossier, bank)) return undefined
  if (
    bank.status === "voided" ||
    (mayGoBack(dossier) && (keptAt(bank) === 0 || couldNotGoBack(dossier, bank)))
  )
    return undefined
  return "completed"
}

/** The task reports the result of the payment at the bank. */
export const taskTells: Check = {
  name: "task-tells",
  kind: "difference",
  find(dossier) {
    const due = dueState(dossier)
    return dossier.tasks.map(
      ({ id, state, operation_id }) =>
        !operation_id &&
        TERMINAL.includes(state) &&
        due &&
        endOf(state) !== due &&
        `task ${id} is ${state}; the bank says ${dossier.bank?.status ?? "nothing"}`
    )
  },
}

/** Who canceled a task was told so; otherwise it is a failure like any other. */
const endOf = (state: string) => (state === "canceled" ? "failed" : state)

/** The task of a capture or refund is completed when the bank has made it, and not otherwise. */
export const movementTold: Check = {
  name: "movement-told",
  kind: "difference",
  find: ({ bank, tasks, operations }) =>
    tasks.map(({ id, state, operation_id }) => {
      const operation = operations.find((one) => one.id === operation_id)
      if (!operation || !TERMINAL.includes(state)) return false
      const made = [...(bank?.captures ?? []), ...(bank ? refundsOf(bank) : [])].some(
        ({ merchant_reference }) => merchant_reference === operation.merchant_reference
      )
      return (
        made !== (state === "completed") &&
        `task ${id} is ${state}, and the bank has ${made ? "" : "not "}made its ${operation.kind}`
      )
    }),
}

/** The history of a task has no gap, and ends with the task's current status. */
export const taskHistory: Check = {
  name: "task-history",
  kind: "difference",
  find: ({ tasks }) =>
    tasks.flatMap(({ id, seq, state, events }) => [
      events.some((event, at) => event.seq !== at + 1) && `the events of task ${id} have a gap`,
      events.length !== seq && `task ${id} is at event ${seq} and has ${events.length}`,
      events.at(-1)?.state !== state && `task ${id} is ${state}, its last event says ${events.at(-1)?.state}`,
    ]),
}

/** An agent receives each state of its task once, the end too; what the merchant must approve waits twice. */
export const taskToldOnce: Check = {
  name: "task-told-once",
  kind: "duplicate",
  find: ({ tasks }) =>
    tasks.flatMap(({ id, events, needed_approval }) => {
      const told = events.filter(({ type }) => type === "task.status").map(({ state }) => state)
      const ends = told.filter((state) => TERMINAL.includes(state))
      return [
        new Set(told).size !== told.length - (needed_approval ? 1 : 0) &&
          new Set(told).size !== told.length &&
          `task ${id} tells a state twice: ${told.join(", ")}`,
        ends.length > 1 && `task ${id} ends ${ends.length} times: ${ends.join(", ")}`,
      ]
    }),
}

/** A task comes to its end. */
export const taskEnds: Check = {
  name: "task-ends",
  kind: "stuck",
  find: ({ tasks, bank }) =>
    tasks.map(
      ({ id, state }) =>
        !TERMINAL.includes(state) &&
        `task ${id} is still ${state}; the bank says ${bank?.status ?? "nothing"}`
    ),
}
