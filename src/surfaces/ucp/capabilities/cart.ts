import { cancelCart } from "../cart/cancel-cart"
import { createCart } from "../cart/create-cart"
import { getCart } from "../cart/get-cart"
import { updateCart } from "../cart/update-cart"
import { defineCapability, type Endpoint } from "./capability"

/** Carts, at UCP's path `/carts` and at this service's path `/cart-sessions`. */
export const cart = defineCapability({
  name: "dev.ucp.shopping.cart",
  spec: "shopping/cart",
  schema: "shopping/cart",
  operations: ["/carts", "/cart-sessions"].flatMap((path): Endpoint[] => [
    { method: "POST", path, operation: createCart },
    { method: "GET", path: `${path}/{id}`, operation: getCart },
    { method: "PUT", path: `${path}/{id}`, operation: updateCart },
    { method: "POST", path: `${path}/{id}/cancel`, operation: cancelCart },
  ]),
})
