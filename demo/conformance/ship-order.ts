import { randomInt } from "node:crypto"
import type { MedusaContainer, OrderDTO } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createOrderFulfillmentWorkflow, createOrderShipmentWorkflow } from "@medusajs/medusa/core-flows"
import { TestingProblem } from "./testing-problem"

/**
 * Ships everything of an order that is not fulfilled yet, in one parcel with a tracking number, through Medusa's
 * workflows, so that events and webhooks follow. `id` is the order's number or Medusa's id. Throws a TestingProblem
 * if there is no such order (404) or nothing to ship (409).
 */
export async function shipOrder(
  container: MedusaContainer,
  id: string
): Promise<{ order_id: string; fulfillment_id: string; tracking_number: string }> {
  const order = await findOrder(container, id)
  const items = (order.items ?? []).flatMap(({ id, quantity, detail }) => {
    const left = Number(quantity) - Number(detail.fulfilled_quantity)
    return left > 0 ? [{ id, quantity: left }] : []
  })
  if (order.status === "canceled" || !items.length)
    throw new TestingProblem(409, `Order ${id} is canceled or has been shipped: there is nothing to ship.`)
  const input = { order_id: order.id, items }
  const { result } = await createOrderFulfillmentWorkflow(container).run({ input })
  const tracking_number = `DEMO${randomInt(1e8, 1e9)}`
  const labels = [
    { tracking_number, tracking_url: `https://carrier.example/${tracking_number}`, label_url: "" },
  ]
  await createOrderShipmentWorkflow(container).run({ input: { ...input, fulfillment_id: result.id, labels } })
  return { order_id: order.id, fulfillment_id: result.id, tracking_number }
}

async function findOrder(container: MedusaContainer, id: string): Promise<OrderDTO> {
  const filter = /^\d{1,9}$/.test(id) ? { display_id: Number(id) } : { id }
  const [order] = await container
    .resolve(Modules.ORDER)
    .listOrders(filter, { relations: ["items", "items.detail"] })
  if (!order) throw new TestingProblem(404, `There is no order ${id}.`)
  return order
}
