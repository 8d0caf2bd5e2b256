import { isOpenCard } from "../domain/card"
import { toDecimal } from "../domain/money"
import { isOpen } from "../domain/settlement"
import { logOf } from "../log"
import { BANK_MODULE } from "../modules/bank"
import type { CardToken } from "../modules/bank/models/card"
import type { Payment } from "../modules/bank/models/payment"
import type BankService from "../modules/bank/service"
import { refreshCard } from "../workflows/card/refresh-card"
import { settlePayment } from "../workflows/payment/settle-payment"
import { doneScript } from "./action-page"
import type { Call } from "./call"
import { markup } from "./markup"
import type { RawReply } from "./reply"
import { shopperPage } from "./shopper-page"

/**
 * The shopper is back from the bank. Nothing in the URL is believed: the bank is asked, by a signed query, and its
 * answer taken like any other. When it cannot be asked now, or somebody has just asked, the row as it stands is the truth
 * we have: the page is open to everybody, and whoever loads it again and again must not reach the bank each time.
 */
export async function askTheBank(call: Call, payment: Payment): Promise<Payment> {
  if (!isOpen(payment.status)) return payment
  const bank = call.container.resolve<BankService>(BANK_MODULE)
  if (!(await bank.payments.takeQuestion(payment.id))) return payment
  await attempt(call, payment.id, async () => {
    await bank.refresh(payment)
    await settlePayment(call.container, payment.id)
  })
  return bank.payments.retrieve(payment.id)
}

/** The same for a shopper who was asked to let a card be kept. */
export async function askForCard(call: Call, card: CardToken): Promise<CardToken> {
  if (!isOpenCard(card.status)) return card
  const { cards } = call.container.resolve<BankService>(BANK_MODULE)
  if (!(await cards.takeQuestion(card.id))) return card
  await attempt(call, card.id, () => refreshCard(call.container, card))
  return cards.retrieve(card.id)
}

async function attempt(call: Call, id: string, ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    logOf(call.container).warn(`${id} could not be refreshed: ${(error as Error).message}`)
  }
}

type Outcome = "confirmed" | "waiting" | "failed" | "refunded" | "checking"

interface Words {
  readonly title: string
  readonly text: string
}

const WAITING: Words = {
  title: "Waiting for the bank",
  text: "The bank has not told us the outcome yet. This page looks again by itself every few seconds.",
}

const PAYMENT_WORDS: Record<Outcome, (payment: Payment) => Words> = {
  confirmed: (payment) => ({
    title: "Payment confirmed",
    text: `The bank has confirmed your payment. ${refundsIn(payment)}You can close this page.`,
  }),
  waiting: () => WAITING,
  failed: () => ({
    title: "Payment not made",
    text: "The payment did not go through. No money was taken.",
  }),
  refunded: (payment) => ({
    title: payment.refund_pending_amount > 0 ? "Refund on its way" : "Payment refunded",
    text: `${payment.announced_at ? "" : "The store could not complete your order. "}${refundsIn(payment)}You can close this page.`,
  }),
  checking: () => ({
    title: "The store is checking your payment",
    text: "Your order is not complete yet. The store looks at your payment and will contact you.",
  }),
}

/** What goes back, and what went back, of what was captured. */
function refundsIn({ captured_amount, refunded_amount, refund_pending_amount, currency }: Payment): string {
  const sum = (minor: number) => `${toDecimal(minor, currency)} ${currency}`
  const went = refunded_amount > 0 ? `${sum(refunded_amount)} of ${sum(captured_amount)} was refunded. ` : ""
  return went + (refund_pending_amount > 0 ? `A refund of ${sum(refund_pending_amount)} is on its way. ` : "")
}

const CARD_WORDS: Record<"confirmed" | "waiting" | "failed", Words> = {
  confirmed: {
    title: "Card saved",
    text: "The bank keeps your card for later charges. No money was taken. You can close this page.",
  },
  waiting: WAITING,
  failed: { title: "Card not saved", text: "Your card is not kept, and can not be charged." },
}

/**
 * What has become of a payment, for its shopper: `refunded` when all of it went back or is going back, `checking` when a
 * person of the store must look at it before there is an order.
 */
export function outcomeOf(payment: Payment): Outcome {
  const { status, captured_amount, refunded_amount, refund_pending_amount } = payment
  if (status === "manual_review") return "checking"
  if (isOpen(status)) return "waiting"
  if (captured_amount > 0 && refunded_amount + refund_pending_amount >= captured_amount) return "refunded"
  if (status !== "captured" && status !== "authorized" && status !== "partially_captured") return "failed"
  return payment.review_reason && !payment.announced_at ? "checking" : "confirmed"
}

/** The truth about a payment, for the person who made it. */
export function outcomePage(payment: Payment, http = 200): RawReply {
  const outcome = outcomeOf(payment)
  return page(outcome, PAYMENT_WORDS[outcome](payment), http)
}

/** The same for a buyer a platform may have sent: as soon as the bank has answered the platform is told, too. */
export function agentOutcomePage(payment: Payment): RawReply {
  const outcome = outcomeOf(payment)
  const more = outcome === "waiting" ? undefined : doneScript(payment)
  return page(outcome, PAYMENT_WORDS[outcome](payment), 200, more)
}

/** The truth about a card that was to be kept. */
export function cardPage({ status }: CardToken, http = 200): RawReply {
  if (status === "active") return page("confirmed", CARD_WORDS.confirmed, http)
  const outcome = isOpenCard(status) || status === "manual_review" ? "waiting" : "failed"
  return page(outcome, CARD_WORDS[outcome], http)
}

/** Looks again by itself while the bank is silent. */
function page(
  outcome: Outcome,
  { title, text }: Words,
  http: number,
  more?: ReturnType<typeof doneScript>
): RawReply {
  const refresh = outcome === "waiting" ? markup`<meta http-equiv="refresh" content="3">` : undefined
  const content = markup`<p>${text}</p>${more?.content}`
  return shopperPage({ outcome, title, head: refresh, content }, http, more?.policy)
}
