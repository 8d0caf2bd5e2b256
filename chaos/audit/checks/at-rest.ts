import type { Check } from "../check"
import { couldNotGoBack } from "./given-back"

/** All effects are executed. */
export const effectsDone: Check = {
  name: "effects-done",
  kind: "stuck",
  find: ({ effects }) =>
    effects.map(
      ({ key, is_done, last_error }) => !is_done && `owes the store "${key}" (${last_error ?? "never tried"})`
    ),
}

/** The outcome of each call that moves money is known; of one the bank never executes it is asked again and again. */
export const callsResolved: Check = {
  name: "calls-resolved",
  kind: "stuck",
  find: (dossier) =>
    dossier.operations.map(
      ({ id, kind, status, error_code }) =>
        ["requested", "unknown"].includes(status) &&
        !(kind === "refund" && dossier.bank && couldNotGoBack(dossier, dossier.bank)) &&
        `${kind} ${id} is ${status} (${error_code ?? "no error"})`
    ),
}

/** Every notification that the store acknowledged is processed. */
export const eventsProcessed: Check = {
  name: "events-processed",
  kind: "stuck",
  find: ({ waiting_events }) =>
    waiting_events.map(({ event_id, type }) => `${event_id} (${type}) was taken and nothing was made of it`),
}

const OPEN = ["created", "unknown", "requires_action", "processing"]

/** The payment has come to its end, at the bank and with us, and no person is needed to say which. */
export const paymentEnds: Check = {
  name: "payment-ends",
  kind: "stuck",
  find: ({ ours, bank }) => [
    ours &&
      OPEN.includes(ours.status) &&
      `is still ${ours.status}; the bank says ${bank?.status ?? "nothing"}`,
    ours?.status === "manual_review" && `waits for a person: ${ours.review_reason}`,
    bank && OPEN.includes(bank.status) && `is still ${bank.status} at the bank`,
    ...(bank?.refunds ?? []).map(
      ({ id, status }) => status === "pending" && `its refund ${id} is still pending at the bank`
    ),
  ],
}

/** No order is left with a change that was begun and not made: it takes no other one. */
export const changesMade: Check = {
  name: "changes-made",
  kind: "stuck",
  find: ({ orders }) =>
    orders.flatMap(({ id, open_changes }) =>
      open_changes.map(
        (change) => `order ${id} has the change ${change.id} (${change.change_type}) half done`
      )
    ),
}

/** What a kill has cut short on an order is finished. */
export const workEnds: Check = {
  name: "work-ends",
  kind: "stuck",
  find: ({ orders }) =>
    orders.flatMap(({ id, open_work }) => open_work.map(({ what }) => `order ${id} waits for ${what}`)),
}
