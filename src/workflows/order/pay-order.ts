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
import { reached } from "../../lib/failpoints"
import type { NewPayment } from "../../modules/bank/payments"
import { PAYMENT_PROVIDER_ID } from "../../domain/payment-route"
import { preparePaymentStep, provision } from "../payment/payment-steps"

/** A payment of the whole outstanding amount of an existing order. */
export type OrderPayment = NewPayment & { readonly order_id: string }

/**
 * Deletes the sessions of earlier attempts, which have ended. Has no compensation, because restoring them would make
 * Medusa open new payments.
 */
const deleteEndedSessionsStep = createStep(
  "gw-forget-ended-sessions",
  async (payment_collection_id: string, { container }) => {
    const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
    const filters = { payment_collection_id, provider_id: PAYMENT_PROVIDER_ID }
    const sessions = await payments.listPaymentSessions(filters, { select: ["id"] })
    for (const { id } of sessions) await payments.deletePaymentSession(id)
    return new StepResponse(undefined)
  }
)

/**
 * Allows the settlement of the payment. Medusa's session stays `pending`: a session that waits for authorization would
 * make the order's payment collection wait, too, and the merchant could not mark the order as paid meanwhile.
 */
const allowSettlementStep = createStep("gw-let-settle", async (payment_id: string, { container }) => {
  await reached("payment_opened", payment_id)
  await provision(container, payment_id)
  return new StepResponse(undefined)
})

/**
 * Starts the payment of an existing order: opens it at the bank, in the order's own payment collection. Sessions of
 * earlier attempts are deleted. `settlePayment` performs the effects of the payment; the order stays in any case.
 * Throws `request_in_progress` while another request pays the order, and when Medusa or the bank refuses; then nothing
 * is left.
 */
export const payOrderWorkflow = createWorkflow("gw-pay-order", (payment: OrderPayment) => {
  preparePaymentStep(payment)
  const collections = createOrUpdateOrderPaymentCollectionWorkflow.runAsStep({
    input: transform({ payment }, ({ payment: { order_id } }) => ({ order_id })),
  })
  // The workflow returns a single collection, not an array, when it reuses one, although its type says otherwise.
  const collection_id = transform({ collections }, ({ collections }) => String([collections].flat()[0]?.id))
  deleteEndedSessionsStep(collection_id)
  const session = createPaymentSessionsWorkflow.runAsStep({
    input: transform({ payment, collection_id }, ({ payment, collection_id }) => ({
      payment_collection_id: collection_id,
      provider_id: PAYMENT_PROVIDER_ID,
      data: { payment_id: payment.id },
    })),
  })
  allowSettlementStep(transform({ session, payment }, ({ payment }) => payment.id))
  return new WorkflowResponse(session)
})
