import type { Check } from "../check"
import { couldNotBeRefunded } from "./refund-allowed"

/** All effects are executed. */
export const effectsDone: Check = {
  name: "effects-done",
  kind: "stuck",
  find: ({ effects }) =>
    effects.map(
      ({ key, is_done, last_error }) =>
        !is_done && `the effect "${key}" is pending (${last_error ?? "never tried"})`
    ),
}

/** The outcome of each call that moves money is known. A call that the bank never executes is retried without end. */
export const callsResolved: Check = {
  name: "calls-resolved",
  kind: "stuck",
  find: (dossier) =>
    dossier.operations.map(
      ({ id, kind, status, error_code }) =>
        ["requested", "unknown"].includes(status) &&
        !(kind === "refund" && dossier.bank && couldNotBeRefunded(dossier, dossier.bank)) &&
        `${kind} ${id} is ${status} (${error_code ?? "no error"})`
    ),
}

/** Every notification that the store acknowledged is processed. */
export const eventsProcessed: Check = {
  name: "events-processed",
  kind: "stuck",
  find: ({ waiting_events }) =>
    waiting_events.map(
      ({ event_id, type }) => `the notification ${event_id} (${type}) was accepted but not processed`
    ),
}

const OPEN = ["created", "unknown", "requires_action", "processing"]

/** The payment has a final status at the bank and in the store, and needs no review. */
export const paymentEnds: Check = {
  name: "payment-ends",
  kind: "stuck",
  find: ({ ours, bank }) => [
    ours &&
      OPEN.includes(ours.status) &&
      `is still ${ours.status} in the store; at the bank it is ${bank?.status ?? "unknown"}`,
    ours?.status === "manual_review" && `needs a manual review: ${ours.review_reason}`,
    bank && OPEN.includes(bank.status) && `is still ${bank.status} at the bank`,
    ...(bank?.refunds ?? []).map(
      ({ id, status }) => status === "pending" && `its refund ${id} is still pending at the bank`
    ),
  ],
}

/** No order has an unconfirmed change, because Medusa would reject every further change. */
export const changesMade: Check = {
  name: "changes-made",
  kind: "stuck",
  find: ({ orders }) =>
    orders.flatMap(({ id, open_changes }) =>
      open_changes.map(
        (change) => `order ${id} has the unconfirmed change ${change.id} (${change.change_type})`
      )
    ),
}

/** Work on an order that a kill interrupted is finished. */
export const workEnds: Check = {
  name: "work-ends",
  kind: "stuck",
  find: ({ orders }) =>
    orders.flatMap(({ id, open_work }) => open_work.map(({ what }) => `order ${id} waits for ${what}`)),
}
