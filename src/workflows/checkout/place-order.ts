import { Modules } from "@medusajs/framework/utils"
import {
  StepResponse,
  WorkflowResponse,
  createStep,
  createWorkflow,
  transform,
} from "@medusajs/framework/workflows-sdk"
import { createPaymentCollectionForCartWorkflow, createPaymentSessionStep } from "@medusajs/medusa/core-flows"
import { reached } from "../../lib/failpoints"
import type { NewPayment } from "../../modules/bank/payments"
import { PAYMENT_PROVIDER_ID } from "../../domain/payment-route"
import { numberOfOrder } from "../../queries/order/orders"
import { completeCartSilentlyWorkflow } from "../settlement/complete-cart"
import { attachOrderStep, preparePaymentStep, provision, wholeSession } from "../payment/payment-steps"

/** Input of `placeOrderWorkflow`. */
export interface PlaceOrderInput {
  /** Stored before anything else; `cart_id` is the cart to complete. */
  payment: NewPayment & { cart_id: string }
  /** The order's metadata about the agent that places it. */
  metadata: Record<string, unknown>
}

/** Medusa copies a cart's metadata to its order, by which the order is found after an interruption. */
const markCartStep = createStep(
  "gw-mark-cart",
  async ({ payment, metadata }: PlaceOrderInput, { container }) => {
    await container
      .resolve(Modules.CART)
      .updateCarts(payment.cart_id, { metadata: { ...metadata, gw_payment_id: payment.id } })
    return new StepResponse(undefined)
  }
)

const provisionPaymentStep = createStep("gw-provision-payment", async (id: string, { container }) => {
  await provision(container, id)
  await reached("order_placed", id)
  return new StepResponse(undefined)
})

/** Reads the order's integer number (`display_id`). */
const retrieveNumberStep = createStep(
  "gw-retrieve-order-number",
  async ({ id, payment_id }: { id: string; payment_id: string }, { container }) => {
    await reached("cart_completed", payment_id)
    return new StepResponse({ id, display_id: await numberOfOrder(container, id) })
  }
)

/**
 * Places the unpaid order of an agent's checkout: reserves its stock, but does not emit `order.placed`. The bank is
 * called afterwards, by `completeSession`. Throws when Medusa cannot complete the cart; then nothing is left.
 */
export const placeOrderWorkflow = createWorkflow("gw-place-order", (input: PlaceOrderInput) => {
  preparePaymentStep(transform({ input }, ({ input }) => input.payment))
  markCartStep(input)
  const cart_id = transform({ input }, ({ input }) => input.payment.cart_id)
  const collection = createPaymentCollectionForCartWorkflow.runAsStep({ input: { cart_id } })
  createPaymentSessionStep(
    transform({ input, collection }, ({ input, collection }) => ({
      ...wholeSession(collection),
      provider_id: PAYMENT_PROVIDER_ID,
      data: { payment_id: input.payment.id },
    }))
  )
  const order = completeCartSilentlyWorkflow.runAsStep({
    input: transform({ cart_id }, ({ cart_id }) => ({ cart_id })),
  })
  const placed = retrieveNumberStep(
    transform({ input, order }, ({ input, order }) => ({ id: order.id, payment_id: input.payment.id }))
  )
  attachOrderStep(
    transform({ input, placed }, ({ input, placed }) => ({ payment_id: input.payment.id, order: placed }))
  )
  provisionPaymentStep(transform({ input }, ({ input }) => input.payment.id))
  return new WorkflowResponse(placed)
})
