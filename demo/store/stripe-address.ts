import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** The members of Medusa's payment module and of its Stripe provider that lead to Stripe's client. */
interface PaymentModule {
  readonly paymentProviderService_: {
    retrieveProvider(id: string): {
      readonly stripe_: { _setApiField(field: string, value: string): void }
    }
  }
}

/**
 * Makes the unmodified Stripe providers of a store, for cards and for iDEAL, call the double at `STRIPE_DOUBLE_URL`: they have
 * no option for another host, but their clients can be given one. Does nothing in a store without a key or without a double.
 */
export function callStripeDouble(container: MedusaContainer): void {
  const { STRIPE_API_KEY, STRIPE_DOUBLE_URL } = process.env
  if (!STRIPE_API_KEY || !STRIPE_DOUBLE_URL) return
  const { protocol, hostname, port } = new URL(STRIPE_DOUBLE_URL)
  const payments = container.resolve<unknown>(Modules.PAYMENT) as PaymentModule
  const fields = { protocol: protocol.replace(":", ""), host: hostname, port }
  for (const id of PROVIDERS) {
    const { stripe_ } = payments.paymentProviderService_.retrieveProvider(id)
    for (const [field, value] of Object.entries(fields)) stripe_._setApiField(field, value)
  }
}

const PROVIDERS = ["pp_stripe_stripe", "pp_stripe-ideal_stripe"]
