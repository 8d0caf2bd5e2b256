import { paymentOf } from "../../integration-tests/support/shopper-app"
import { world } from "../../integration-tests/support/world"
import type { Payable } from "./purchase"
import { poll } from "./retry"

/** A completed checkout whose payment exists, and whose customer pays on the page of the bank or of the store. */
export const paidOnPage: Payable = async (checkout, { page }, { amount, currency }) => {
  const { id: payment_id, order_id } = await paymentOf(checkout.id)
  return {
    payment_id,
    page,
    amount,
    currency,
    order: async () => order_id || undefined,
    return_url: `${world().base_url}/gw-bank/v1/return/${payment_id}`,
    cancelCheckout: () => checkout.cancel(),
    settledOrder: (seconds) =>
      poll(async () => {
        const { status } = await checkout.read()
        return status === "completed" ? (await paymentOf(checkout.id)).order_id : undefined
      }, seconds),
  }
}
