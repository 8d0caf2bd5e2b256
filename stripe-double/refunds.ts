import { newId, type Intents } from "./intents"
import { invalid } from "./stripe-error"

/** A refund, as Stripe's API shows it. Amount in minor units. */
export interface Refund {
  readonly id: string
  readonly object: "refund"
  readonly amount: number
  readonly currency: string
  readonly payment_intent: string
  readonly status: "succeeded"
}

/** Refunds of captured payments: together at most what was received. */
export class Refunds {
  readonly stored = new Map<string, Refund>()

  constructor(private readonly intents: Intents) {}

  create(payment_intent: string, requested?: number): Refund {
    const { amount_received, currency } = this.intents.find(payment_intent)
    if (!amount_received) throw invalid("This PaymentIntent does not have a successful charge to refund.")
    const rest = amount_received - this.refunded(payment_intent)
    if (rest === 0) throw invalid("The charge has already been refunded.", "charge_already_refunded")
    const amount = requested ?? rest
    if (amount > rest)
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${rest}).`)
    const refund: Refund = {
      id: newId("re"),
      object: "refund",
      amount,
      currency,
      payment_intent,
      status: "succeeded",
    }
    this.stored.set(refund.id, refund)
    return refund
  }

  of(payment_intent: string): Refund[] {
    return [...this.stored.values()].filter((refund) => refund.payment_intent === payment_intent)
  }

  private refunded(payment_intent: string): number {
    return this.of(payment_intent).reduce((sum, { amount }) => sum + amount, 0)
  }
}
