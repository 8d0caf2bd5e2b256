import { randomBytes } from "node:crypto"
import { CANCELABLE, CHANGEABLE, type CaptureMethod, type Intent, type IntentStatus } from "./intent"
import { invalid, missing, StripeError } from "./stripe-error"

/** Receives each change, with Stripe's name of the event. */
export type Listener = (type: string, intent: Intent) => void

/** A new id with Stripe's prefix of its kind. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`

type NewIntent = Pick<Intent, "amount" | "currency" | "capture_method" | "metadata" | "customer">

/** All payment intents, in memory, and the rules of their changes. */
export class Intents {
  readonly stored = new Map<string, Intent>()

  constructor(private readonly onChange: Listener) {}

  create({ ...given }: NewIntent): Intent {
    const id = newId("pi")
    const intent: Intent = {
      id,
      object: "payment_intent",
      ...given,
      amount_capturable: 0,
      amount_received: 0,
      client_secret: `${id}_secret_${randomBytes(8).toString("hex")}`,
      created: Math.floor(Date.now() / 1000),
      status: "requires_payment_method",
      last_payment_error: null,
      latest_charge: null,
      next_action: null,
      payment_method: null,
    }
    return this.store(intent, "created")
  }

  find(id: string): Intent {
    const intent = this.stored.get(id)
    if (!intent) throw missing("payment_intent", id)
    return intent
  }

  /** The payment whose client secret is given. Throws 401 for another secret. */
  findForCustomer(id: string, client_secret: string | undefined): Intent {
    const intent = this.find(id)
    if (intent.client_secret === client_secret) return intent
    throw new StripeError(401, {
      type: "invalid_request_error",
      message: "The client_secret provided does not match the PaymentIntent.",
    })
  }

  list(): Intent[] {
    return [...this.stored.values()]
  }

  update(id: string, changes: Partial<Pick<Intent, "amount" | "metadata" | "customer">>): Intent {
    const intent = this.find(id)
    if (changes.amount !== undefined) demand(intent, CHANGEABLE, "You cannot change the amount of this")
    return this.store({ ...intent, ...changes, metadata: { ...intent.metadata, ...changes.metadata } })
  }

  /** The issuer approved: the amount is held, or received at once with automatic capture. */
  approve(id: string, payment_method: string): Intent {
    const intent = { ...this.find(id), payment_method, next_action: null, last_payment_error: null }
    const charged = { ...intent, latest_charge: newId("ch") }
    if (intent.capture_method === "automatic") return this.receive(charged, intent.amount)
    const held = { amount_capturable: intent.amount, status: "requires_capture" } as const
    return this.store({ ...charged, ...held }, "amount_capturable_updated")
  }

  /** The issuer declined, or the customer failed to authenticate: another attempt is possible. */
  decline(id: string, last_payment_error: object): Intent {
    const failed = { status: "requires_payment_method", payment_method: null, next_action: null } as const
    return this.store({ ...this.find(id), ...failed, last_payment_error }, "payment_failed")
  }

  /** The issuer wants to authenticate the customer. */
  challenge(id: string, payment_method: string): Intent {
    const next_action = { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect" } }
    const waiting = { status: "requires_action", payment_method, next_action } as const
    return this.store({ ...this.find(id), ...waiting }, "requires_action")
  }

  /** The customer's bank answers later. Only with automatic capture. */
  defer(id: string, payment_method: string): Intent {
    const intent = this.find(id)
    if (intent.capture_method === "manual")
      throw invalid("The payment method type does not support manual capture.", "payment_method_unsupported")
    const status = "processing"
    return this.store({ ...intent, payment_method, status, last_payment_error: null }, "processing")
  }

  capture(id: string, amount?: number): Intent {
    const intent = demand(this.find(id), ["requires_capture"], "You cannot capture this")
    if (amount !== undefined && amount > intent.amount_capturable)
      throw invalid("The requested capture amount is greater than the authorized amount.", "amount_too_large")
    return this.receive(intent, amount ?? intent.amount_capturable)
  }

  cancel(id: string): Intent {
    const intent = demand(this.find(id), CANCELABLE, "You cannot cancel this")
    const ended = { status: "canceled", amount_capturable: 0, next_action: null } as const
    return this.store({ ...intent, ...ended }, "canceled")
  }

  private receive(intent: Intent, amount_received: number): Intent {
    const received = { amount_received, amount_capturable: 0, status: "succeeded" } as const
    return this.store({ ...intent, ...received }, "succeeded")
  }

  private store(intent: Intent, event?: string): Intent {
    this.stored.set(intent.id, intent)
    if (event) this.onChange(`payment_intent.${event}`, intent)
    return intent
  }
}

/** Throws `payment_intent_unexpected_state`, with the intent, unless it has one of the statuses. */
export function demand(intent: Intent, statuses: readonly IntentStatus[], message: string): Intent {
  if (statuses.includes(intent.status)) return intent
  const text = `${message} PaymentIntent because it has a status of ${intent.status}.`
  throw invalid(text, "payment_intent_unexpected_state", intent)
}

/** The capture method of a request; Stripe's default is `automatic`. */
export const captureMethodOf = (method: string | undefined): CaptureMethod =>
  method === "manual" ? "manual" : "automatic"
