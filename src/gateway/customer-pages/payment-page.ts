import type { Payment } from "../../modules/bank/models/payment"
import { doneScript } from "../action-page"
import type { Call } from "../call"
import { type Markup, markup } from "../markup"
import type { RawReply } from "../reply"
import { type AgentLink, agentLink } from "./agent-link"
import { type CustomerPage, customerPage, linkTo, type Setting, settingOf } from "./customer-page"
import { declineReason } from "./decline-reason"
import { reloadScript } from "./reload-script"
import { moneyIn } from "./displayed-amount"
import { outcomeOf, situationOf } from "./payment-outcome"
import type { Texts } from "./texts"

/** The page with the outcome of a payment, for its customer. */
export async function paymentPage(payment: Payment, call: Call, status = 200): Promise<RawReply> {
  const setting = await settingOf(call)
  const agent = await agentLink(payment.client_id, call)
  return customerPage(setting, pageOf(payment, call, setting, { agent }), status)
}

/** The same for a buyer whom a platform may have sent: once the outcome is known, the page notifies the platform. */
export async function agentPaymentPage(payment: Payment, call: Call): Promise<RawReply> {
  const setting = await settingOf(call)
  const agent = await agentLink(payment.client_id, call)
  const done = outcomeOf(payment) === "waiting" ? undefined : doneScript(payment)
  return customerPage(setting, pageOf(payment, call, setting, { agent, done }), 200, done?.policy)
}

/** The parts of the page that do not describe the payment. */
interface Extras {
  readonly agent: AgentLink | undefined
  readonly done?: ReturnType<typeof doneScript> | undefined
}

function pageOf(payment: Payment, call: Call, { texts }: Setting, { agent, done }: Extras): CustomerPage {
  const outcome = outcomeOf(payment)
  const { title, text } = texts.payment[situationOf(payment)]
  const waiting = outcome === "waiting" ? reloadScript(call, texts) : undefined
  const content = markup`<p>${text}${refundNotes(payment, texts)}</p>
${facts(payment, texts)}
${advice(payment, texts)}
${waiting?.content}${bankLink(payment, texts)}${agent && linkTo(agent.url, texts.back_to(agent.host))}${done?.content}`
  return { outcome, title, head: waiting?.head, content }
}

/** Sentences about refunds, and whether the reason is that there is no order. */
function refundNotes(payment: Payment, texts: Texts): string {
  const { captured_amount, refunded_amount, refund_pending_amount, currency, announced_at } = payment
  const sum = (minor: number) => moneyIn(texts.lang, minor, currency)
  const sentences = [
    outcomeOf(payment) === "refunded" && !announced_at && texts.order_not_completed,
    refunded_amount > 0 && texts.refunded(sum(refunded_amount), sum(captured_amount)),
    refund_pending_amount > 0 && texts.refund_pending(sum(refund_pending_amount)),
  ]
  return sentences.flatMap((sentence) => (sentence ? [` ${sentence}`] : [])).join("")
}

/** The amount and the order number. */
function facts({ amount, currency, shop_order_id }: Payment, texts: Texts): Markup {
  const row = (name: string, value: string) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`
  const order = shop_order_id ? row(texts.order_number, String(shop_order_id)) : undefined
  return markup`<dl>${row(texts.amount, moneyIn(texts.lang, amount, currency))}${order}</dl>`
}

/** The reason of a decline and advice, or what happens next. */
function advice(payment: Payment, texts: Texts): Markup {
  const situation = situationOf(payment)
  const { next } = texts.payment[situation]
  if (situation !== "declined") return markup`<h2>${texts.what_next}</h2><p>${next}</p>`
  const { why, advice } = texts.reasons[declineReason(payment.decline_code)]
  return markup`<h2>${texts.why}</h2><p>${why}</p>
<h2>${texts.what_to_do}</h2><p>${advice} ${next}</p>`
}

/** The link to the bank for a customer who came back before the payment was authenticated. */
function bankLink({ status, redirect_url, route }: Payment, texts: Texts): Markup | undefined {
  return status === "requires_action" && redirect_url
    ? linkTo(redirect_url, route === "page" ? texts.pay.back : texts.continue_at_bank)
    : undefined
}
