import { MedusaError } from "@medusajs/framework/utils"
import { problem } from "../../../domain/errors"
import { logOf } from "../../../log"
import { BANK_MODULE } from "../../../modules/bank"
import { returnAddress } from "../../../modules/bank/return-address"
import type BankService from "../../../modules/bank/service"
import type { CustomerOrder } from "../../../queries/customer-orders"
import { dueOf } from "../../../queries/order-dues"
import { holdingPayments } from "../../../workflows/order/hold-payments"
import { type OrderPayment, payOrderWorkflow } from "../../../workflows/order/pay-order"
import { type Call, callerOf } from "../../call"
import { noteOverspending } from "../../refusals"

/**
 * Begins the payment `id` of all that is due of an order. Throws `invalid_state` when nothing is due, or the order is to be
 * paid in another way, `spending_limit` as the merchant's rules for the app say, and `payment_failed` when the store or the
 * bank refuses; nothing has become of it then.
 */
export async function start(order: CustomerOrder, id: string, call: Call): Promise<void> {
  await holdingPayments(order.id, call.container, async () => {
    const payment = await paymentOf(order, id, call)
    await payOrderWorkflow(call.container).run({ input: payment })
  }).catch(refusalOf(call))
}

async function paymentOf(order: CustomerOrder, id: string, call: Call): Promise<OrderPayment> {
  const due = await dueOf(call.container, order.id)
  if (!due) throw problem("invalid_state", {}, "There is nothing to be paid by card of this order.")
  const { amount, currency, email: customer_email } = due
  const { options } = call.container.resolve<BankService>(BANK_MODULE)
  return {
    ...{ id, amount, currency, customer_email, origin: "standing", intent: "sale" },
    ...{ order_id: order.id, shop_order_id: order.number, client_id: callerOf(call).client_id },
    description: `Order ${order.number}`,
    return_url: returnAddress(options.base_url, id),
  }
}

/** Medusa tells what the bank has refused, too, in words that are the merchant's. */
function refusalOf(call: Call) {
  return async (error: unknown): Promise<never> => {
    await noteOverspending(error, call)
    if (!MedusaError.isMedusaError(error)) throw error
    logOf(call.container).warn(`an order is not paid: ${(error as Error).message}`)
    throw problem("payment_failed", {}, "The store or the bank refused to open the payment.")
  }
}
