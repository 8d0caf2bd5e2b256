import { cancelCart } from "../../cart/cancel-cart"
import { createCart } from "../../cart/create-cart"
import { getCart } from "../../cart/get-cart"
import { updateCart } from "../../cart/update-cart"
import { SHOWN } from "../app/shop-app"
import { ucpTool } from "../ucp-tool"

/** The tools that change and read carts. */
export const CART_TOOLS = [
  ucpTool({
    name: "create_cart",
    title: "Create a cart",
    description:
      "Creates a cart with line items. The store sets prices and estimates totals; messages name items that are not available. A cart reserves nothing and is not a purchase.",
    effect: "changes",
    operation: createCart,
    ui: SHOWN,
    body: "cart",
  }),
  ucpTool({
    name: "get_cart",
    title: "Show a cart",
    description: "Returns a cart with its current prices and totals.",
    effect: "reads",
    operation: getCart,
    ui: SHOWN,
    id: "cart",
  }),
  ucpTool({
    name: "update_cart",
    title: "Change a cart",
    description:
      "Changes a cart. A member that is sent replaces the stored one, so send all line items; members that are left out stay.",
    effect: "changes",
    operation: updateCart,
    ui: SHOWN,
    id: "cart",
    body: "cart",
  }),
  ucpTool({
    name: "cancel_cart",
    title: "Discard a cart",
    description: "Discards a cart for good. Orders and checkouts are not affected.",
    effect: "commits",
    operation: cancelCart,
    id: "cart",
  }),
]
