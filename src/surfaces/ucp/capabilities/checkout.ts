import { cancelCheckout } from "../checkout/cancel-checkout"
import { completeCheckout } from "../checkout/complete-checkout"
import { createCheckout } from "../checkout/create-checkout"
import { getCheckout } from "../checkout/get-checkout"
import { updateCheckout } from "../checkout/update-checkout"
import { fulfillmentConfig } from "../fulfillment-methods"
import { defineCapability, type Endpoint } from "./capability"

const endpointsBelow = (path: string, update: "PUT" | "PATCH"): Endpoint[] => [
  { method: "POST", path, operation: createCheckout },
  { method: "GET", path: `${path}/{id}`, operation: getCheckout },
  { method: update, path: `${path}/{id}`, operation: updateCheckout },
  { method: "POST", path: `${path}/{id}/complete`, operation: completeCheckout },
  { method: "POST", path: `${path}/{id}/cancel`, operation: cancelCheckout },
]

/**
 * Checkouts (spec: UCP checkout sessions), at `/checkout-sessions` and at the shorter `/sessions`, where an update is
 * a PATCH.
 */
export const checkout = defineCapability({
  name: "dev.ucp.shopping.checkout",
  spec: "shopping/checkout",
  schema: "shopping/checkout",
  operations: [...endpointsBelow("/checkout-sessions", "PUT"), ...endpointsBelow("/sessions", "PATCH")],
})

/** Delivery addresses and shipping options of a checkout. Its config says which methods the store supports. */
export const fulfillment = defineCapability({
  name: "dev.ucp.shopping.fulfillment",
  spec: "shopping/fulfillment",
  schema: "shopping/fulfillment",
  extends: ["dev.ucp.shopping.checkout"],
  operations: [],
  config: (_, version) => fulfillmentConfig(version),
})

/** Discount codes. */
export const discount = defineCapability({
  name: "dev.ucp.shopping.discount",
  spec: "shopping/discount",
  schema: "shopping/discount",
  extends: ["dev.ucp.shopping.cart", "dev.ucp.shopping.checkout"],
  operations: [],
})

/** The buyer's consents, for example to marketing. */
export const buyerConsent = defineCapability({
  name: "dev.ucp.shopping.buyer_consent",
  spec: "shopping/buyer-consent",
  schema: "shopping/buyer_consent",
  extends: ["dev.ucp.shopping.checkout"],
  operations: [],
})
