import { cancelOrderOfCaller } from "../order/cancel-order"
import { getOrder } from "../order/get-order"
import { listOrdersOfCaller } from "../order/list-orders"
import { refundOrderOfCaller } from "../order/refund-order"
import { createWebhook } from "../webhook/create-webhook"
import { deleteWebhook } from "../webhook/delete-webhook"
import { listDeliveries } from "../webhook/list-deliveries"
import { listWebhooks } from "../webhook/list-webhooks"
import { pingWebhook } from "../webhook/ping-webhook"
import { retryDelivery } from "../webhook/retry-delivery"
import { rotateSecret } from "../webhook/rotate-secret"
import { defineCapability } from "./capability"

/** Orders of completed checkouts, and the webhooks that report changes to them. */
export const order = defineCapability({
  name: "dev.ucp.shopping.order",
  spec: "shopping/order",
  schema: "shopping/order",
  operations: [
    { method: "GET", path: "/orders", operation: listOrdersOfCaller },
    { method: "GET", path: "/orders/{id}", operation: getOrder },
    { method: "POST", path: "/orders/{id}/cancel", operation: cancelOrderOfCaller },
    { method: "POST", path: "/orders/{id}/refund", operation: refundOrderOfCaller },
    { method: "POST", path: "/webhooks", operation: createWebhook },
    { method: "GET", path: "/webhooks", operation: listWebhooks },
    { method: "DELETE", path: "/webhooks/{id}", operation: deleteWebhook },
    { method: "POST", path: "/webhooks/{id}/rotate-secret", operation: rotateSecret },
    { method: "POST", path: "/webhooks/{id}/ping", operation: pingWebhook },
    { method: "GET", path: "/webhooks/{id}/deliveries", operation: listDeliveries },
    { method: "POST", path: "/webhooks/{id}/deliveries/{delivery}/retry", operation: retryDelivery },
  ],
})
