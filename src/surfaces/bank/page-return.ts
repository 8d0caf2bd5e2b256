import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { cookieIn } from "../../gateway/cookie"
import { customerPage, settingOf } from "../../gateway/customer-pages/customer-page"
import { markup } from "../../gateway/markup"
import { operation } from "../../gateway/operation"
import { redirect } from "../../gateway/reply"
import { PathId } from "../../gateway/schemas"
import { logOf } from "../../lib/log"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import { pageAddress, pageReturnAddress } from "../../modules/bank/return-address"
import type BankService from "../../modules/bank/service"
import { hasEndedAtProvider } from "../../workflows/page/continue-at-provider"
import { refreshIfDue } from "../../workflows/payment/refresh-on-return"
import { renderPayment } from "./render-payment"

/** The cookie that contains the id of the payment for which this browser was last redirected to a provider. */
export const RETURN_COOKIE = "gw_pay"

/** How long the cookie is kept: a provider's page may be open longer than the store's. */
export const RETURN_SECONDS = 3600

/**
 * The customer's return from a provider that has one return address for all payments. The browser's cookie names the
 * payment, and the store queries the provider; nothing in the URL is read. Shows the outcome, lets the customer try again if
 * the payment was not made, and without the cookie refers them to their assistant.
 */
export const returnFromProvider = operation({
  access: "discovery",
  input: z.object({}),
  async run(_, call) {
    const id = PathId.parse(cookieIn(call, RETURN_COOKIE))
    const { payments } = call.container.resolve<BankService>(BANK_MODULE)
    const payment = id ? await payments.find({ id }) : undefined
    if (payment?.route !== "page") {
      const setting = await settingOf(call)
      const { title, text } = setting.texts.returned
      return customerPage(setting, { outcome: "returned", title, content: markup`<p>${text}</p>` })
    }
    const { payment: now, is_due } = await refreshIfDue(call.container, payment)
    if (is_due && now.status === "requires_action" && (await hasFailed(call.container, now)))
      return renderPayment(now, call, true)
    return redirect(now.return_url ?? pageAddress(call.base_url, now.id))
  },
})

/**
 * The same return, from a provider whose page submits a form to the store. Redirects to the return by GET, and reads no field of
 * the form: browsers send the cookie with that request, but not with a form of another site. Changes nothing.
 */
export const returnByPost = operation({
  access: "discovery",
  input: z.unknown(),
  run: async (_, { base_url }) => redirect(pageReturnAddress(base_url)),
})

/** False while the provider does not answer: the page of the outcome looks again. */
async function hasFailed(container: MedusaContainer, payment: Payment): Promise<boolean> {
  return hasEndedAtProvider(container, payment).catch((error: Error) => {
    logOf(container).warn(`${payment.id} could not be refreshed: ${error.message}`)
    return false
  })
}
