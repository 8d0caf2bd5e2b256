import { operation } from "../../operation"
import { json } from "../../reply"
import { orderAnswer, OrderKey } from "./orders"

/** `GET /orders/{id}` (UCP: Order, get): the complete current order, by its number or Medusa's id. */
export const getOrder = operation({
  access: "dev.ucp.shopping.order:read",
  input: OrderKey,
  run: async ({ id }: OrderKey, call) => json(await orderAnswer(id, call)),
})
