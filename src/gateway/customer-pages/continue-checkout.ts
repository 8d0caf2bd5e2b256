import { z } from "@medusajs/framework/zod"
import type { CheckoutStatus } from "../../domain/checkout"
import { problem } from "../../domain/errors"
import { type SessionNow, sessionById } from "../../queries/checkout/sessions"
import { checkoutStatus, isFree } from "../../workflows/checkout/checkout-status"
import { handOffUrl } from "../../workflows/storefront/hand-off-token"
import { type CustomerPage, customerPage, settingOf } from "./customer-page"
import type { Texts } from "./texts"
import { markup } from "../markup"
import { operation } from "../operation"
import { redirect } from "../reply"
import { PathId } from "../schemas"

const CheckoutKey = z.object({ id: PathId })
type CheckoutKey = z.infer<typeof CheckoutKey>

/**
 * The page behind `continue_url`: redirects to the bank when customer authentication is pending, and to the storefront
 * when the checkout is handed over; otherwise shows the
 * checkout's status.
 */
export const continueCheckout = operation({
  access: "discovery",
  input: CheckoutKey,
  async run({ id }: CheckoutKey, call) {
    const session = await sessionById(call.container, id)
    if (session?.kind !== "checkout") throw problem("not_found", {}, "No checkout matches the id.")
    const status = checkoutStatus(session)
    const page = handOffUrl(session, call.container) ?? session.attempt?.redirect_url
    if (status === "requires_escalation" && page) return redirect(page)
    const setting = await settingOf(call)
    return customerPage(setting, statusPage(session, status, setting.texts))
  },
})

function statusPage(session: SessionNow, status: CheckoutStatus, { free, checkout }: Texts): CustomerPage {
  const isPlaced = status === "complete_in_progress" || status === "completed"
  const { title, text } = isPlaced && isFree(session) ? free[status] : checkout[status]
  return { outcome: status, title, content: markup`<p>${text}</p>` }
}
