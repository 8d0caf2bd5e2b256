import type { Payment } from "../modules/bank/models/payment"
import { customerPage, type Setting } from "./customer-pages/customer-page"
import { inlineScript } from "./inline-script"
import { type Markup, markup } from "./markup"
import type { RawReply } from "./reply"

/** Whoever has opened the page, or has it in a frame. */
const HOST = `const host = opener ?? (parent === window ? null : parent)
  const { action, version, bank } = document.querySelector("[data-action]").dataset`

/**
 * Tells the platform that the surface is there, and goes on to the bank when the platform has confirmed the version, or when
 * there is nobody to ask (UCP: Payment authentication). Nothing is told that the platform does not know.
 */
const READY = inlineScript(`{
  ${HOST}
  const goOn = () => location.replace(bank)
  addEventListener("message", ({ source, data }) => {
    const { id, result } = typeof data === "string" ? JSON.parse(data) : data
    if (source === host && id === action && result) goOn()
  })
  if (host) host.postMessage({ jsonrpc: "2.0", id: action, method: "action.ready", params: { id: action, version } }, "*")
  else goOn()
}`)

/** Tells the platform that the surface may be closed. The outcome is read with the checkout. */
const DONE = inlineScript(`{
  ${HOST}
  host?.postMessage({ jsonrpc: "2.0", method: "action.done", params: { id: action } }, "*")
}`)

/** The surface on which the buyer authenticates a payment: it leads on to the bank. */
export function challengePage({ id, redirect_url }: Payment, version: string, setting: Setting): RawReply {
  const { if_nothing_happens, continue_at_bank: title } = setting.texts
  const bank = String(redirect_url)
  const content = markup`<p>${if_nothing_happens.link}</p>
<a class="action key" data-action="${id}" data-version="${version}" data-bank="${bank}" href="${bank}">${title}</a>
${READY.element}`
  return customerPage(setting, { outcome: "challenge", title, content }, 200, READY.policy)
}

/** What the page has besides to which the buyer of an agent's checkout comes back. */
export const doneScript = ({ id }: Payment): { content: Markup; policy: Record<string, string> } => ({
  content: markup`<span data-action="${id}"></span>${DONE.element}`,
  policy: DONE.policy,
})
