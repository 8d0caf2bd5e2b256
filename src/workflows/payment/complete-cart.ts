import { Modules } from "@medusajs/framework/utils"
import { StepResponse, WorkflowResponse, createStep, createWorkflow } from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, completeCartWorkflow, releaseLockStep } from "@medusajs/medusa/core-flows"

/** Takes back the announcement Medusa's completion has prepared: see `announceOrder`. */
const withholdAnnouncementStep = createStep(
  "gw-withhold-announcement",
  async (_: unknown, { container, eventGroupId }) => {
    const eventNames = ["order.placed"]
    if (eventGroupId)
      await container.resolve(Modules.EVENT_BUS).clearGroupedEvents(eventGroupId, { eventNames })
    return new StepResponse(undefined)
  }
)

/** Makes a cart an order, as Medusa does, but without announcing it. The settlement's own; callers hold the cart. */
export const completeCartSilentlyWorkflow = createWorkflow(
  "gw-complete-cart-silently",
  ({ cart_id }: { cart_id: string }) => {
    // Medusa's completion leaves its lock to the workflow around it: against changes of the cart in between. A crash
    // may leave it behind where locks outlive a process, so it ends before we cease to wait for it.
    acquireLockStep({ key: cart_id, timeout: 30, ttl: 20 })
    const order = completeCartWorkflow.runAsStep({ input: { id: cart_id } })
    withholdAnnouncementStep()
    releaseLockStep({ key: cart_id })
    return new WorkflowResponse(order)
  }
)
