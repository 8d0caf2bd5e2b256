import type { IPaymentModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  StepResponse,
  WorkflowResponse,
  createStep,
  createWorkflow,
  transform,
} from "@medusajs/framework/workflows-sdk"
import {
  createOrUpdateOrderPaymentCollectionWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { reached } from "../../failpoints"
import { BANK_MODULE } from "../../modules/bank"
import type { NewPayment } from "../../modules/bank/payments"
import type BankService from "../../modules/bank/service"
import { PAYMENT_PROVIDER_ID } from "../../providers/payment-bank/id"
import { preparePaymentStep } from "../payment/steps"

/** A payment of an order that is there: of all that is due of it. */
export type OrderPayment = NewPayment & { readonly order_id: string }

/**
 * What was begun in a collection before has ended: its sessions go. There is no way back, on which Medusa would open
 * payments anew that nobody has asked for.
 */
const forgetEndedSessionsStep = createStep(
  "gw-forget-ended-sessions",
  async (payment_collection_id: string, { container }) => {
    const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
    const ours = { payment_collection_id, provider_id: PAYMENT_PROVIDER_ID }
    const sessions = await payments.listPaymentSessions(ours, { select: ["id"] })
    for (const { id } of sessions) await payments.deletePaymentSession(id)
    return new StepResponse(undefined)
  }
)

/**
 * From here on the settlement may act. Medusa's session stays `pending`: with one that waits for its authorization the
 * order's collection would wait, too, and the merchant could not mark it as paid, whatever becomes of the payment.
 */
const letSettleStep = createStep("gw-let-settle", async (payment_id: string, { container }) => {
  await reached("payment_opened", payment_id)
  await container.resolve<BankService>(BANK_MODULE).payments.provision(payment_id)
  return new StepResponse(undefined)
})

/**
 * Begins to pay an order that stands: opens a payment at the bank, in the order's own payment collection. What was begun
 * there before can not be paid any more. What becomes of it is for `settlePayment`; whatever that is, the order stays.
 * Throws `request_in_progress` when somebody else pays the order, and when Medusa or the bank refuses; nothing is left then.
 */
export const payOrderWorkflow = createWorkflow("gw-pay-order", (payment: OrderPayment) => {
  preparePaymentStep(payment)
  const collections = createOrUpdateOrderPaymentCollectionWorkflow.runAsStep({
    input: transform({ payment }, ({ payment: { order_id } }) => ({ order_id })),
  })
  // One that is used again comes alone, whatever its type says.
  const collection_id = transform({ collections }, ({ collections }) => String([collections].flat()[0]?.id))
  forgetEndedSessionsStep(collection_id)
  const session = createPaymentSessionsWorkflow.runAsStep({
    input: transform({ payment, collection_id }, ({ payment, collection_id }) => ({
      payment_collection_id: collection_id,
      provider_id: PAYMENT_PROVIDER_ID,
      data: { payment_id: payment.id },
    })),
  })
  letSettleStep(transform({ session, payment }, ({ payment }) => payment.id))
  return new WorkflowResponse(session)
})
