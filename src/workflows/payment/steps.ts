import { StepResponse, createStep } from "@medusajs/framework/workflows-sdk"
import { reached } from "../../failpoints"
import { BANK_MODULE } from "../../modules/bank"
import type { NewPayment } from "../../modules/bank/payments"
import type BankService from "../../modules/bank/service"

/** Writes our payment down before there is an order or a call: whatever is interrupted later is found by it. */
export const preparePaymentStep = createStep(
  "gw-prepare-payment",
  async (payment: NewPayment, { container }) => {
    await container.resolve<BankService>(BANK_MODULE).payments.prepare(payment)
    reached("payment_prepared")
    return new StepResponse(payment.id, payment.id)
  },
  async (id, { container }) => {
    if (id) await container.resolve<BankService>(BANK_MODULE).payments.abandon(id)
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
    reached("order_attached")
    return new StepResponse(undefined)
  }
)
