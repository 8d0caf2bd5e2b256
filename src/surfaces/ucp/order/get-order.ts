import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { orderAnswer, OrderKey } from "./owned-orders"

/** `GET /orders/{id}` (UCP: Order, get): the complete current order, by its number or Medusa's id. */
export const getOrder = operation({
  access: "dev.ucp.shopping.order:read",
  input: OrderKey,
  run: async ({ id }: OrderKey, call) => json(await orderAnswer(id, call)),
})
