import type { Payment } from "../modules/bank/models/payment"
import { customerPage, type Setting } from "./customer-pages/customer-page"
import { inlineScript } from "./inline-script"
import { type Markup, markup } from "./markup"
import type { RawReply } from "./reply"

/** Browser code: the window that opened the page, or that shows it in a frame. */
const HOST = `const host = opener ?? (parent === window ? null : parent)
  const { action, version, bank } = document.querySelector("[data-action]").dataset`

/**
 * Notifies the platform that the page is ready, and continues to the bank when the platform confirms the version, or at
 * once when no platform opened the page (UCP: Payment authentication). The message contains only the action id and the
 * version, which the platform knows.
 */
const READY = inlineScript(`{
  ${HOST}
  const openBank = () => location.replace(bank)
  addEventListener("message", ({ source, data }) => {
    const { id, result } = typeof data === "string" ? JSON.parse(data) : data
    if (source === host && id === action && result) openBank()
  })
  if (host) host.postMessage({ jsonrpc: "2.0", id: action, method: "action.ready", params: { id: action, version } }, "*")
  else openBank()
}`)

/** Notifies the platform that it may close the page. The outcome is in the checkout, not in the message. */
const DONE = inlineScript(`{
  ${HOST}
  host?.postMessage({ jsonrpc: "2.0", method: "action.done", params: { id: action } }, "*")
}`)

/** The page of the customer authentication of a payment. It leads on to the bank. */
export function challengePage({ id, redirect_url }: Payment, version: string, setting: Setting): RawReply {
  const { if_nothing_happens, continue_at_bank: title } = setting.texts
  const bank = String(redirect_url)
  const content = markup`<p>${if_nothing_happens.link}</p>
<a class="action key" data-action="${id}" data-version="${version}" data-bank="${bank}" href="${bank}">${title}</a>
${READY.element}`
  return customerPage(setting, { outcome: "challenge", title, content }, 200, READY.policy)
}

/** The addition to the page that a buyer of an agent's checkout returns to from the bank. */
export const doneScript = ({ id }: Payment): { content: Markup; policy: Record<string, string> } => ({
  content: markup`<span data-action="${id}"></span>${DONE.element}`,
  policy: DONE.policy,
})
