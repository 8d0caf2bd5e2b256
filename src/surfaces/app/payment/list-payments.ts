import { paymentsOfCustomer } from "../../../queries/customer/customer-payments"
import { operation } from "../../../gateway/operation"
import { customerOf } from "../customer"
import { PageParameters, pageFound } from "../list-page"
import { paymentView } from "./payment-view"

/** `GET /payments`: the customer's payments, newest first, in pages that neither repeat nor skip a payment. */
export const listOwnPayments = operation({
  access: "app:payments:read",
  input: PageParameters,
  async run({ limit, cursor }: PageParameters, call) {
    const page = await paymentsOfCustomer(call.container, customerOf(call), limit, cursor)
    const { rows, next_cursor } = pageFound(page)
    return { payments: rows.map(paymentView), next_cursor }
  },
})
