import { cancelOrderOfCaller } from "../order/cancel"
import { getOrder } from "../order/get"
import { listOrdersOfCaller } from "../order/list"
import { refundOrderOfCaller } from "../order/refund"
import { defineCapability } from "./capability"

/** What became of completed checkouts. */
export const order = defineCapability({
  name: "dev.ucp.shopping.order",
  spec: "shopping/order",
  schema: "shopping/order",
  operations: [
    { method: "GET", path: "/orders", operation: listOrdersOfCaller },
    { method: "GET", path: "/orders/{id}", operation: getOrder },
    { method: "POST", path: "/orders/{id}/cancel", operation: cancelOrderOfCaller },
    { method: "POST", path: "/orders/{id}/refund", operation: refundOrderOfCaller },
  ],
})
