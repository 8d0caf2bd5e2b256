import type { Bank } from "../bank"
import { readCard } from "../card-form"
import { cardFacts, type TypedCard } from "../cards"
import type { Reply } from "../reply"
import { CHALLENGE_CODE } from "../sca"
import { bizumPage, cardPage, challengePage, type PageContent } from "../sca-page"
import { messageReply, pageReply, sameText } from "../sca-reply"
import { endPayment, endWithCard } from "./end-payment"
import { deliverResult } from "./deliver-result"
import { newPage, orderOf } from "./open-order"
import { APPROVED, isCardNumber, needsChallenge, responseToPhone } from "./redsys-cards"
import { readRequest } from "./redsys-message"
import type { RedsysOrder } from "./redsys-orders"
import { SisError } from "./sis-error"

/** The customer canceled; the customer did not finish in time; the authentication failed. */
const ENDINGS = { cancel: "9915", timeout: "9142", decline: "0184" } as const

/** `POST /sis/realizarPago`: verifies the merchant's form, and redirects the customer to a page of their own. */
export function openRedsysPage(bank: Bank, raw: Buffer): Reply {
  try {
    const form = Object.fromEntries(new URLSearchParams(raw.toString("utf8")))
    const order = { ...orderOf(readRequest(form, bank.redsys.merchants)), page: newPage() }
    bank.redsys.orders.add(order)
    return pageReply(303, "", { Location: `/sis/pago/${order.page.id}` })
  } catch (error) {
    if (!(error instanceof SisError)) throw error
    return messageReply(400, "The payment cannot be started", `${error.code}: ${error.message}`)
  }
}

/** `GET` and `POST /sis/pago/{id}`: the card form, then the challenge, or the form of Bizum, then back to the merchant. */
export async function answerRedsysPage(bank: Bank, id: string, raw: Buffer | null): Promise<Reply> {
  const order = bank.redsys.orders.byPage(id)
  if (!order?.page) return messageReply(404, "Unknown page", "There is no payment at this address.")
  if (order.response !== null)
    return messageReply(410, "This payment has ended", "Return to the shop.", returnUrl(order))
  if (!raw) return show(order, order.page)
  return submit(bank, order, new URLSearchParams(raw.toString("utf8")))
}

type Page = NonNullable<RedsysOrder["page"]>

function show(order: RedsysOrder, { card }: Page): Reply {
  const content = contentOf(order)
  if (order.method === "bizum") return pageReply(200, bizumPage(content))
  return pageReply(200, card ? challengePage(content, cardFacts(card)) : cardPage(content))
}

async function submit(bank: Bank, order: RedsysOrder, form: URLSearchParams): Promise<Reply> {
  const page = order.page
  if (!page || !sameText(form.get("csrf") ?? "", page.csrf))
    return messageReply(403, "Page out of date", "This form did not come from the bank's page.")
  const action = form.get("action") ?? ""
  if (action === "cancel" || action === "timeout" || (action === "decline" && page.card))
    return end(bank, order, ENDINGS[action as keyof typeof ENDINGS])
  if (action === "bizum" && order.methods.includes("bizum") && !page.card) order.method = "bizum"
  if (order.method === "bizum")
    return end(bank, order, responseToPhone(form.get("phone") ?? "", order.amount))
  return page.card ? submitCode(bank, order, page, page.card, form) : submitCard(bank, order, page, form)
}

function submitCard(
  bank: Bank,
  order: RedsysOrder,
  page: Page,
  form: URLSearchParams
): Reply | Promise<Reply> {
  const [number, expiry, cvv] = ["number", "expiry", "cvv"].map((name) => form.get(name) ?? "") as [
    string,
    string,
    string,
  ]
  const read = readCard({ number, expiry, cvv }, isCardNumber)
  if ("mistakes" in read) return pageReply(422, cardPage(contentOf(order), read.mistakes, expiry))
  if (!needsChallenge(read.card)) return pay(bank, order, read.card)
  page.card = read.card
  return pageReply(303, "", { Location: `/sis/pago/${page.id}` })
}

function submitCode(
  bank: Bank,
  order: RedsysOrder,
  page: Page,
  card: TypedCard,
  form: URLSearchParams
): Reply | Promise<Reply> {
  if (form.get("code")?.trim() === CHALLENGE_CODE) return pay(bank, order, card)
  page.tries_left -= 1
  if (page.tries_left === 0) return end(bank, order, ENDINGS.decline)
  return pageReply(422, challengePage(contentOf(order), cardFacts(card), page.tries_left))
}

async function pay(bank: Bank, order: RedsysOrder, card: TypedCard): Promise<Reply> {
  endWithCard(bank.redsys.orders, order, card, bank.clock.now())
  return leave(bank, order)
}

async function end(bank: Bank, order: RedsysOrder, response: string): Promise<Reply> {
  endPayment(order, response)
  return leave(bank, order)
}

/** Without a fault, Redsys notifies the merchant before the customer returns. */
async function leave(bank: Bank, order: RedsysOrder): Promise<Reply> {
  await deliverResult(bank, order)
  const location = returnUrl(order)
  if (location) return pageReply(303, "", { Location: location })
  return messageReply(200, order.response === APPROVED ? "Paid" : "Not paid", "You can close this page.")
}

const returnUrl = ({ response, ok_url, ko_url }: RedsysOrder): string | null =>
  (response === APPROVED ? ok_url : ko_url) || null

function contentOf({ merchant, page, saves_card, methods, ...order }: RedsysOrder): PageContent {
  const { description, amount, currency } = order
  const terms = { max_amount: null, max_per_month: null, frequency_days: null, expires_at: null }
  return {
    merchantName: merchant.name,
    description: description || null,
    amount,
    currency,
    csrf: page?.csrf ?? "",
    offers_bizum: methods.includes("bizum"),
    saving: saves_card ? { usage: "recurring", terms } : null,
  }
}
