import { MedusaError } from "@medusajs/framework/utils"
import { problem } from "../../../domain/errors"
import { logOf } from "../../../lib/log"
import { BANK_MODULE } from "../../../modules/bank"
import { returnAddress } from "../../../modules/bank/return-address"
import type BankService from "../../../modules/bank/service"
import type { CustomerOrder } from "../../../queries/customer/customer-orders"
import { outstandingAmountOf } from "../../../queries/order/outstanding-amounts"
import { withPaymentsLease } from "../../../workflows/order/lease-payments"
import { type OrderPayment, payOrderWorkflow } from "../../../workflows/order/pay-order"
import { type Call, callerOf } from "../../../gateway/call"
import { noteRefusal } from "../../../gateway/refusals"

/**
 * Starts the payment `id` of the whole outstanding amount of an order. Throws `invalid_state` when nothing is
 * outstanding or the order is to be paid in another way, `spending_limit` when it exceeds the merchant's limits for the
 * app, and `payment_failed` when Medusa or the bank refuses; then nothing is left of the payment.
 */
export async function start(order: CustomerOrder, id: string, call: Call): Promise<void> {
  await withPaymentsLease(order.id, call.container, async () => {
    const payment = await paymentOf(order, id, call)
    await payOrderWorkflow(call.container).run({ input: payment })
  }).catch(refusalOf(call))
}

async function paymentOf(order: CustomerOrder, id: string, call: Call): Promise<OrderPayment> {
  const due = await outstandingAmountOf(call.container, order.id)
  if (!due)
    throw problem("invalid_state", {}, "The order has no outstanding amount that can be paid by card.")
  const { amount, currency, email: customer_email } = due
  const { accounts, options } = call.container.resolve<BankService>(BANK_MODULE)
  return {
    id,
    amount,
    currency,
    customer_email,
    origin: "existing_order",
    intent: "sale",
    bank_account: accounts.nameFor({ region_id: order.region_id, currency }),
    order_id: order.id,
    shop_order_id: order.number,
    client_id: callerOf(call).client_id,
    description: `Order ${order.number}`,
    return_url: returnAddress(options.base_url, id),
  }
}

/** The messages of Medusa's errors, also those about refusals of the bank, are for the merchant's log only. */
function refusalOf(call: Call) {
  return async (error: unknown): Promise<never> => {
    await noteRefusal(error, call)
    if (!MedusaError.isMedusaError(error)) throw error
    logOf(call.container).warn(`the payment of an order could not be started: ${(error as Error).message}`)
    throw problem(
      "payment_failed",
      {},
      "The store or the bank rejected the payment. Try again later, or contact the store."
    )
  }
}
