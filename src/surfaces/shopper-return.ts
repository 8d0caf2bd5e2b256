import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isOpen } from "../domain/settlement"
import { BANK_MODULE } from "../modules/bank"
import type { Payment } from "../modules/bank/models/payment"
import type BankService from "../modules/bank/service"
import { settlePayment } from "../workflows/payment/settle-payment"
import type { Call } from "./call"
import { type RawReply, html } from "./reply"

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
export function outcomePage(payment: Payment): RawReply {
  const outcome = outcomeOf(payment)
  const { title, text } = WORDS[outcome]
  const refresh = outcome === "waiting" ? `<meta http-equiv="refresh" content="3">` : ""
  return html(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${refresh}
<title>${title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #18181b; background: #fafafa; margin: 0; display: grid; min-height: 100vh; place-items: center }
main { background: #fff; border: 1px solid #e4e4e7; border-radius: 12px; padding: 2rem; max-width: 26rem; margin: 1rem }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
</style></head>
<body><main data-outcome="${outcome}"><h1>${title}</h1><p>${text}</p></main></body>
</html>`)
}
