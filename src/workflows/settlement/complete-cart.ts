import { Modules } from "@medusajs/framework/utils"
import { StepResponse, WorkflowResponse, createStep, createWorkflow } from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, completeCartWorkflow, releaseLockStep } from "@medusajs/medusa/core-flows"

/** Discards the `order.placed` event that Medusa's completion has queued: `announceOrder` emits it later. */
const withholdAnnouncementStep = createStep(
  "gw-withhold-announcement",
  async (_: unknown, { container, eventGroupId }) => {
    const eventNames = ["order.placed"]
    if (eventGroupId)
      await container.resolve(Modules.EVENT_BUS).clearGroupedEvents(eventGroupId, { eventNames })
    return new StepResponse(undefined)
  }
)

/** Completes a cart as Medusa does. Callers hold Medusa's lock of the cart (`withMedusaLock`). */
export const completeLockedCartWorkflow = createWorkflow(
  "gw-complete-cart",
  ({ cart_id }: { cart_id: string }) =>
    new WorkflowResponse(completeCartWorkflow.runAsStep({ input: { id: cart_id } }))
)

// Medusa's completion expects the surrounding workflow to lock the cart against concurrent changes. A crash may leave this
// lock behind where locks outlive a process, so it expires before the wait for it times out.
const LOCK = { timeout: 30, ttl: 20 }

/** Completes a cart as Medusa does, but without emitting `order.placed`. Callers hold the lock of the cart. */
export const completeCartSilentlyWorkflow = createWorkflow(
  "gw-complete-cart-silently",
  ({ cart_id }: { cart_id: string }) => {
    acquireLockStep({ key: cart_id, ...LOCK })
    const order = completeCartWorkflow.runAsStep({ input: { id: cart_id } })
    withholdAnnouncementStep()
    releaseLockStep({ key: cart_id })
    return new WorkflowResponse(order)
  }
)
