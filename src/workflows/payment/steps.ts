import type { IPaymentModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { StepResponse, createStep } from "@medusajs/framework/workflows-sdk"
import { reached } from "../../failpoints"
import { BANK_MODULE } from "../../modules/bank"
import type { NewPayment } from "../../modules/bank/payments"
import type BankService from "../../modules/bank/service"
import { orderPlacedFor } from "../../queries/orders"

/**
 * Writes our payment down before there is an order or a call: whatever is interrupted later is found by it. So is an
 * order that Medusa could not take back, whose payment stays until it is ended as an interrupted one.
 */
export const preparePaymentStep = createStep(
  "gw-prepare-payment",
  async (payment: NewPayment, { container }) => {
    await container.resolve<BankService>(BANK_MODULE).payments.prepare(payment)
    await reached("payment_prepared", payment.id)
    return new StepResponse(payment.id, payment.id)
  },
  async (id, { container }) => {
    const { payments } = container.resolve<BankService>(BANK_MODULE)
    const payment = id && (await payments.find({ id }))
    if (payment && !(await orderPlacedFor(container, payment))) await payments.abandon(payment.id)
  }
)

/** Ties the payment to the order that waits for it. */
export const attachOrderStep = createStep(
  "gw-attach-order",
  async (
    { payment_id, order }: { payment_id: string; order: { id: string; display_id?: number } },
    { container }
  ) => {
    await container.resolve<BankService>(BANK_MODULE).payments.attachOrder(payment_id, order)
    await reached("order_attached", payment_id)
    return new StepResponse(undefined)
  }
)

/** Puts the session to `pending_authorization`, Medusa's own state for a payment the shopper has yet to prove. */
export const awaitAuthorizationStep = createStep(
  "gw-await-authorization",
  async ({ session_id, payment_id }: { session_id: string; payment_id: string }, { container }) => {
    await reached("payment_opened", payment_id)
    const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
    await payments.authorizePaymentSession(session_id, {})
    await container.resolve<BankService>(BANK_MODULE).payments.provision(payment_id)
    return new StepResponse(undefined)
  }
)
