import { problem } from "../../../domain/errors"
import { isOpen } from "../../../domain/settlement"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import { type CustomerOrder, orderOfCustomer } from "../../../queries/customer/customer-orders"
import { type CustomerPayment, paymentOfCustomer } from "../../../queries/customer/customer-payments"
import type { Call } from "../../../gateway/call"
import { idempotentFor } from "../../../gateway/idempotency/idempotent-operation"
import { json } from "../../../gateway/reply"
import { errorReply } from "../app-errors"
import { customerOf } from "../customer"
import { Named } from "../list-page"
import { resume } from "./resume-payment"
import { start } from "./start-payment"
import { paymentView } from "./payment-view"

const idempotent = idempotentFor(errorReply)

/**
 * `POST /orders/{id}/payments`: returns the payment in progress of an unpaid order, with the bank's page, or starts a
 * new one. Concurrent requests get the same payment. Throws `not_found` for an order of another customer, and
 * `invalid_state` for an order that is paid, canceled, or cannot be paid here, and `no_payment_route` in a store without a
 * bank.
 */
export const payOwnOrder = idempotent({
  name: "app.order.pay",
  prefix: "pay",
  access: "app:payments:create",
  input: Named,
  run: ({ id }: Named, call, payment_id) =>
    withOrderLease(id, call, async (order) => {
      // An earlier attempt of this request created the payment, but a crash prevented the response.
      const begun = await own(payment_id, call)
      if (!begun) checkBank(call)
      const resumed = begun && !isOpen(begun.status) ? undefined : await resume(order, call)
      if (!begun && !resumed) await start(order, payment_id, call)
      const payment = await own(resumed?.id ?? payment_id, call)
      if (!payment) throw problem("not_found", {}, NONE)
      return response(payment, resumed && resumed.id !== payment_id ? 200 : 201)
    }),
})

/** Throws `no_payment_route` in a store without a bank. */
function checkBank({ container }: Call): void {
  const { hasBank } = container.resolve<BankService>(BANK_MODULE)
  if (!hasBank)
    throw problem("no_payment_route", {}, "This store takes no payments in apps. Pay in the storefront.")
}

const NONE = "No order matches the id."

const own = (id: string, call: Call) => paymentOfCustomer(call.container, customerOf(call), id)

const response = (payment: CustomerPayment, status: number) => json({ payment: paymentView(payment) }, status)

/** Runs `action` under the lock of the customer's order, on any instance. */
async function withOrderLease<Result>(
  id: string,
  call: Call,
  action: (order: CustomerOrder) => Promise<Result>
): Promise<Result> {
  const find = () => orderOfCustomer(call.container, customerOf(call), id)
  const known = await find()
  if (!known) throw problem("not_found", {}, NONE)
  const lease = await call.container.resolve<BankService>(BANK_MODULE).cartLocks.acquire(known.id)
  try {
    return await action((await find()) ?? known)
  } finally {
    await lease.release()
  }
}
