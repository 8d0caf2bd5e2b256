import { isOpenCard } from "../domain/card"
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

type Outcome = "confirmed" | "waiting" | "failed"
type Words = Record<Outcome, { title: string; text: string }>

const WAITING = {
  title: "Waiting for the bank",
  text: "The bank has not told us the outcome yet. This page looks again by itself every few seconds.",
}

const PAYMENT_WORDS: Words = {
  confirmed: {
    title: "Payment confirmed",
    text: "The bank has confirmed your payment. You can close this page.",
  },
  waiting: WAITING,
  failed: { title: "Payment not made", text: "The payment did not go through. No money was taken." },
}

const CARD_WORDS: Words = {
  confirmed: {
    title: "Card saved",
    text: "The bank keeps your card for later charges. No money was taken. You can close this page.",
  },
  waiting: WAITING,
  failed: { title: "Card not saved", text: "Your card is not kept, and can not be charged." },
}

export function outcomeOf({ status }: Payment): Outcome {
  if (status === "captured" || status === "authorized" || status === "partially_captured") return "confirmed"
  return isOpen(status) || status === "manual_review" ? "waiting" : "failed"
}

/** The truth about a payment, for the person who made it. */
export function outcomePage(payment: Payment, http = 200): RawReply {
  return page(outcomeOf(payment), PAYMENT_WORDS, http)
}

/** The same for a buyer a platform may have sent: as soon as the bank has answered the platform is told, too. */
export function agentOutcomePage(payment: Payment): RawReply {
  const outcome = outcomeOf(payment)
  return page(outcome, PAYMENT_WORDS, 200, outcome === "waiting" ? undefined : doneScript(payment))
}

/** The truth about a card that was to be kept. */
export function cardPage({ status }: CardToken, http = 200): RawReply {
  if (status === "active") return page("confirmed", CARD_WORDS, http)
  return page(isOpenCard(status) || status === "manual_review" ? "waiting" : "failed", CARD_WORDS, http)
}

/** Looks again by itself while the bank is silent. */
function page(outcome: Outcome, words: Words, http: number, more?: ReturnType<typeof doneScript>): RawReply {
  const { title, text } = words[outcome]
  const refresh = outcome === "waiting" ? markup`<meta http-equiv="refresh" content="3">` : undefined
  const content = markup`<p>${text}</p>${more?.content}`
  return shopperPage({ outcome, title, head: refresh, content }, http, more?.policy)
}
