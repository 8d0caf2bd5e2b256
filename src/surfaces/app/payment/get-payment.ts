import { problem } from "../../../domain/errors"
import { paymentOfCustomer } from "../../../queries/customer/customer-payments"
import { operation } from "../../../gateway/operation"
import { customerOf } from "../customer"
import { Named } from "../list-page"
import { paymentView } from "./payment-view"

/** `GET /payments/{id}`. Throws `payment_not_found` also for a payment of another customer. */
export const getOwnPayment = operation({
  access: "app:payments:read",
  input: Named,
  async run({ id }: Named, call) {
    const payment = await paymentOfCustomer(call.container, customerOf(call), id)
    if (!payment) throw problem("payment_not_found")
    return { payment: paymentView(payment) }
  },
})
