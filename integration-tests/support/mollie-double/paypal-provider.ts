import type { AuthorizePaymentInput } from "@medusajs/framework/types"
import { call, MollieProvider, paymentOf } from "./mollie-provider"
import type { MolliePayment } from "./payment"

/**
 * A payment provider with PayPal's orders: the customer approves an order, and Medusa's authorization charges it, with Medusa's
 * idempotency key. It refuses to delete an order that has ended, and reports to have deleted one that is charged.
 */
export class PayPalProvider extends MollieProvider {
  static override identifier = "paypal"
  protected override readonly captureMode = "manual"

  protected override dataOf({ id }: MolliePayment) {
    const href = `https://www.paypal.com/checkoutnow?token=${id}`
    return { id, intent: "CAPTURE", links: [{ rel: "payer-action", href, method: "GET" }] }
  }

  override async authorizePayment({ data, context }: AuthorizePaymentInput) {
    await call("POST", `/${String(data?.id)}/captures`, { key: String(context?.idempotency_key) })
    return super.authorizePayment({ data })
  }

  override async deletePayment(input: { data?: Record<string, unknown> }) {
    const { id, status } = await paymentOf(input.data)
    if (["failed", "expired", "canceled"].includes(status)) throw new Error(`order ${id} is ${status}`)
    return super.deletePayment(input)
  }
}
