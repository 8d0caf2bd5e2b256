import { sql } from "../../integration-tests/support/database"
import { paymentOf } from "../../integration-tests/support/shopper-app"
import type { Payable } from "../load/purchase"
import { poll } from "../load/retry"

/** A completed checkout whose cart its customer takes over in the storefront. Its payment exists once the order is placed. */
export const handedOver: Payable = async (checkout, { page }, { amount, currency, amountOf }) => {
  const { id } = checkout
  let payment_id = id
  return {
    /** The id of the checkout until the payment is known. */
    get payment_id() {
      return payment_id
    },
    page,
    amount,
    currency,
    return_url: "",
    handed_over: {
      token: page?.split("/").at(-1) ?? "",
      amountOf,
      read: () => checkout.read(),
    },
    cancelCheckout: () => checkout.cancel(),
    order: () => orderOf(id),
    settledOrder: (seconds) =>
      poll(async () => {
        const { status } = await checkout.read()
        if (status !== "completed") return undefined
        const payment = await paymentOf(id)
        payment_id = payment.id
        return payment.order_id
      }, seconds),
  }
}

/** The order that Medusa has made of the cart of a checkout. */
async function orderOf(session_id: string): Promise<string | undefined> {
  const rows = await sql<{ order_id: string }>(
    `select c.order_id from gw_storefront_hand_off h join order_cart c on c.cart_id = h.cart_id and c.deleted_at is null
       join "order" o on o.id = c.order_id and o.deleted_at is null where h.session_id = $1`,
    [session_id]
  )
  return rows[0]?.order_id
}
