import { isOpenCard } from "../domain/card"
import { isOpen } from "../domain/settlement"
import { logOf } from "../log"
import { BANK_MODULE } from "../modules/bank"
import type { CardToken } from "../modules/bank/models/card"
import type { Payment } from "../modules/bank/models/payment"
import type BankService from "../modules/bank/service"
import { refreshCard } from "../workflows/card/refresh-card"
import { settlePayment } from "../workflows/payment/settle-payment"
import type { Call } from "./call"

/**
 * Refreshes a payment when the customer returns from the bank. Nothing in the URL is trusted: the store queries the
 * bank and applies its signed answer. Returns the stored payment when the bank does not answer or was queried moments
 * ago: the page is public, and reloading it must not reach the bank each time.
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

/** The same for a customer who saves a card. */
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
