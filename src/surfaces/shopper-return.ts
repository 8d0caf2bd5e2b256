import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isOpen } from "../domain/settlement"
import { BANK_MODULE } from "../modules/bank"
import type { Payment } from "../modules/bank/models/payment"
import type BankService from "../modules/bank/service"
import { settlePayment } from "../workflows/payment/settle-payment"
import type { Call } from "./call"
import { markup } from "./markup"
import type { RawReply } from "./reply"
import { shopperPage } from "./shopper-page"

/**
 * The shopper is back from the bank. Nothing in the URL is believed: the bank is asked, by a signed query, and its
 * answer taken like any other. When it cannot be asked now, the row as it stands is the truth we have.
 */
export async function askTheBank(call: Call, payment: Payment): Promise<Payment> {
  if (!isOpen(payment.status)) return payment
  const bank = call.container.resolve<BankService>(BANK_MODULE)
  try {
    await bank.refresh(payment)
    await settlePayment(call.container, payment.id)
  } catch (error) {
    const logger = call.container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
    logger.warn(`payment ${payment.id} could not be refreshed: ${(error as Error).message}`)
  }
  return bank.payments.retrieve(payment.id)
}

type Outcome = "confirmed" | "waiting" | "failed"

export function outcomeOf({ status }: Payment): Outcome {
  if (status === "captured" || status === "authorized" || status === "partially_captured") return "confirmed"
  return isOpen(status) || status === "manual_review" ? "waiting" : "failed"
}

const WORDS: Record<Outcome, { title: string; text: string }> = {
  confirmed: {
    title: "Payment confirmed",
    text: "The bank has confirmed your payment. You can close this page.",
  },
  waiting: {
    title: "Waiting for the bank",
    text: "The bank has not told us the outcome yet. This page looks again by itself every few seconds.",
  },
  failed: { title: "Payment not made", text: "The payment did not go through. No money was taken." },
}

/** The truth about a payment, for the person who made it. Looks again by itself while the bank is silent. */
export function outcomePage(payment: Payment, status = 200): RawReply {
  const outcome = outcomeOf(payment)
  const { title, text } = WORDS[outcome]
  const refresh = outcome === "waiting" ? markup`<meta http-equiv="refresh" content="3">` : undefined
  return shopperPage({ outcome, title, head: refresh, content: markup`<p>${text}</p>` }, status)
}
