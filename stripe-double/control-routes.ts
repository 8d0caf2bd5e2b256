import type { Account } from "./account"
import { authenticate, debit } from "./confirm"
import type { Fault } from "./faults"
import type { Delivery } from "./webhooks"

interface Sent {
  readonly id?: string
  readonly success?: boolean
  readonly delivery?: Delivery
  readonly fault?: Fault
}

/** What tests do besides the shopper: JSON over HTTP, below `/_double`. */
export const CONTROL_ROUTES: Readonly<Record<string, (account: Account, sent: Sent) => unknown>> = {
  "GET /_double/state": ({ intents, webhooks, calls }) => ({
    intents: intents.list(),
    events: webhooks.events,
    calls,
  }),
  "GET /_double/ledger": ({ intents, refunds }) =>
    intents.list().map((intent) => ({ ...intent, refunds: refunds.of(intent.id) })),
  "GET /_double/refunds/:id": ({ refunds }, { id = "" }) => refunds.of(id),
  "POST /_double/authenticate/:id": ({ intents }, { id = "", success = false }) =>
    authenticate(intents, id, success),
  "POST /_double/debit/:id": ({ intents }, { id = "", success = false }) => debit(intents, id, success),
  "PUT /_double/delivery": ({ webhooks }, { delivery = "once" }) => {
    webhooks.delivery = delivery
    return null
  },
  "POST /_double/release": ({ webhooks }) => webhooks.release(),
  "POST /_double/faults": ({ faults }, { fault }) => {
    if (fault) faults.plan(fault)
    return null
  },
  "POST /_double/reset": ({ faults, webhooks }) => {
    faults.clear()
    webhooks.delivery = "once"
    return null
  },
}
