import { problem } from "../../../domain/errors"
import { isOpen } from "../../../domain/settlement"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import { type CustomerOrder, orderOfCustomer } from "../../../queries/customer-orders"
import { type CustomerPayment, paymentOfCustomer } from "../../../queries/customer-payments"
import type { Call } from "../../call"
import { json } from "../../reply"
import { customerOf } from "../customer"
import { keyed } from "../keyed"
import { Named } from "../page"
import { resume } from "./resume"
import { start } from "./start"
import { paymentView } from "./view"

/**
 * `POST /orders/{id}/payments`: the payment of an order that is not paid: the one under way, with the bank's page for the
 * shopper, otherwise a new one. However many ask at once, an order has one. Throws `not_found` for an order of somebody
 * else's, and `invalid_state` for one that is paid or canceled, or can not be paid here.
 */
export const payOwnOrder = keyed({
  name: "app.order.pay",
  prefix: "pay",
  access: "app:payments:create",
  input: Named,
  run: ({ id }: Named, call, payment_id) =>
    holding(id, call, async (order) => {
      // The request was here before, and a crash has kept its answer back.
      const begun = await own(payment_id, call)
      const resumed = begun && !isOpen(begun.status) ? undefined : await resume(order, call)
      if (!begun && !resumed) await start(order, payment_id, call)
      const payment = await own(resumed?.id ?? payment_id, call)
      if (!payment) throw problem("not_found", {}, NONE)
      return told(payment, resumed && resumed.id !== payment_id ? 200 : 201)
    }),
})

const NONE = "No order matches the id."

const own = (id: string, call: Call) => paymentOfCustomer(call.container, customerOf(call), id)

const told = (payment: CustomerPayment, status: number) => json({ payment: paymentView(payment) }, status)

/** Does something about the customer's order while nobody else does, on any instance. */
async function holding<Result>(
  id: string,
  call: Call,
  act: (order: CustomerOrder) => Promise<Result>
): Promise<Result> {
  const find = () => orderOfCustomer(call.container, customerOf(call), id)
  const known = await find()
  if (!known) throw problem("not_found", {}, NONE)
  const held = await call.container.resolve<BankService>(BANK_MODULE).cartLocks.acquire(known.id)
  try {
    return await act((await find()) ?? known)
  } finally {
    await held.release()
  }
}
