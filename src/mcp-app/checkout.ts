import { basketContent } from "./basket"
import { element, paragraph } from "./element"
import type { Language } from "./languages"
import type { Basket } from "./result"
import type { View } from "./view"

/** The statuses that change without the assistant: the document queries them. */
const WAITING: readonly (string | undefined)[] = ["requires_escalation", "complete_in_progress"]
const ENDED: readonly (string | undefined)[] = ["completed", "canceled"]

/** Whether the checkout can change without the assistant, so that the document must query it. */
export const isWaiting = ({ status }: Basket): boolean => WAITING.includes(status)

/** What the person can do with a checkout. `refresh` is undefined in a host that lets the document call no tools. */
export interface CheckoutActions {
  pay(): void
  readonly refresh: (() => void) | undefined
}

/** A cart. */
export function cartView(cart: Basket, language: Language): View {
  const { texts } = language
  return {
    title: texts.cart,
    status: "",
    content: [...basketContent(cart, language), estimateOf(cart, language)],
  }
}

const estimateOf = ({ line_items }: Basket, { texts }: Language): HTMLElement =>
  paragraph("soft", line_items.length ? texts.estimate : "")

/** A checkout. The button that leads to the bank is there only while the bank waits for the person. */
export function checkoutView(checkout: Basket, language: Language, actions: CheckoutActions): View {
  const { texts } = language
  const { status = "", order } = checkout
  const number = order && paragraph("order", texts.order(order.label ?? order.id))
  return {
    title: texts.checkout,
    status: texts.status[status] ?? status,
    content: [...(number ? [number] : []), ...basketContent(checkout, language)],
    actions: [
      ...(status === "requires_escalation" ? payment(language, actions) : []),
      ...(actions.refresh && !ENDED.includes(status)
        ? [button("refresh", texts.refresh, actions.refresh)]
        : []),
    ],
  }
}

const payment = ({ texts }: Language, { pay }: CheckoutActions): HTMLElement[] => [
  button("pay", texts.pay, pay),
  paragraph("soft", texts.pay_hint),
]

const button = (id: string, text: string, onclick: () => void): HTMLElement =>
  element("button", { id, type: "button", onclick }, text)
