import { cancelCheckout } from "../../checkout/cancel-checkout"
import { completeCheckout } from "../../checkout/complete-checkout"
import { createCheckout } from "../../checkout/create-checkout"
import { getCheckout } from "../../checkout/get-checkout"
import { updateCheckout } from "../../checkout/update-checkout"
import { completeOrRead, readCheckout } from "../complete-or-read"
import { SHOWN, SHOWN_AND_CALLED } from "../app/shop-app"
import { ucpTool } from "../ucp-tool"

/** The tools that start, change, complete and cancel checkouts. */
export const CHECKOUT_TOOLS = [
  ucpTool({
    name: "create_checkout",
    title: "Start a checkout",
    description:
      "Starts a checkout from line items, or from a cart with cart_id. Returns its status, totals, shipping options and messages about what is missing. Nothing is paid yet.",
    effect: "changes",
    operation: createCheckout,
    ui: SHOWN,
    body: "checkout",
  }),
  ucpTool({
    name: "get_checkout",
    title: "Show a checkout",
    description:
      "Returns a checkout with its current status. After customer authentication, call it every 5 seconds at first, then less often, until the status is completed.",
    effect: "reads",
    operation: getCheckout,
    ui: SHOWN_AND_CALLED,
    id: "checkout",
  }),
  ucpTool({
    name: "update_checkout",
    title: "Change a checkout",
    description:
      "Changes buyer, line items, delivery address, shipping option or discount codes of a checkout. A member that is sent replaces the stored one; members that are left out stay. Nothing changes while a payment is in progress.",
    effect: "changes",
    operation: updateCheckout,
    ui: SHOWN,
    id: "checkout",
    body: "checkout",
  }),
  ucpTool({
    name: "complete_checkout",
    title: "Place the order and start the payment",
    description:
      "Places the order of a checkout with the status ready_for_complete and starts its payment. Call it only after the buyer has confirmed the total. With the status requires_escalation, the buyer must authenticate the payment at continue_url: give them the link, do not open it, and never ask for card data or codes. A completed checkout is returned unchanged.",
    effect: "commits",
    operation: completeCheckout,
    ui: SHOWN,
    id: "checkout",
    body: "checkout",
    isBodyOptional: true,
    run: completeOrRead,
    resume: readCheckout,
  }),
  ucpTool({
    name: "cancel_checkout",
    title: "Cancel a checkout",
    description: "Cancels a checkout for good. A payment in progress is ended first.",
    effect: "commits",
    operation: cancelCheckout,
    ui: SHOWN,
    id: "checkout",
  }),
]
