import { stripe } from "../stripe"
import type { Delivery, Moved } from "./payment-route"

/** A payment of Stripe's double. */
interface AtStripe {
  readonly intent: string
}

const DELIVERIES = { lost: "lost", repeated: "twice", late: "held" } as const

/** The customer pays with an approved card. Throws if Stripe does not take the payment. */
export async function payAtStripe({ secret }: { readonly secret: string }): Promise<void> {
  const { status } = await stripe.confirm(secret)
  if (status !== "succeeded") throw new Error(`the payment at Stripe is ${status}`)
}

/** What the routes with Stripe's double have in common. */
export const AT_STRIPE = {
  async deliver(delivery: Delivery): Promise<void> {
    await stripe.deliver(DELIVERIES[delivery])
  },
  async sendLate(): Promise<void> {
    await stripe.release()
  },
  async ledger({ intent }: AtStripe): Promise<Moved> {
    const refunds = await stripe.refundsOf(intent)
    const { amount_received: captured } = await stripe.intent(intent)
    return { captured, refunded: refunds.reduce((sum, { amount }) => sum + amount, 0) }
  },
  async restore(): Promise<void> {
    await stripe.reset()
  },
}
