import { isOpenCard } from "../../domain/card"
import { isOpen } from "../../domain/settlement"
import type { MedusaContainer } from "@medusajs/framework/types"
import { logOf } from "../../lib/log"
import { BANK_MODULE } from "../../modules/bank"
import type { CardToken } from "../../modules/bank/models/card"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { checkPagePayment } from "../page/check-page-payment"
import { refreshCard } from "../card/refresh-card"
import { settlePayment } from "../settlement/settle-payment"

/**
 * Refreshes a payment when the customer opens the store's page, or returns from the bank. Nothing in the URL is trusted:
 * the store queries the bank or the provider. Returns the stored payment when it does not answer or was queried moments
 * ago: the page is public, and reloading it must not query them each time.
 */
export async function refreshPaymentOnReturn(container: MedusaContainer, payment: Payment): Promise<Payment> {
  return (await refreshIfDue(container, payment)).payment
}

/** The same, and whether this request may query the bank or the provider. */
export async function refreshIfDue(
  container: MedusaContainer,
  payment: Payment
): Promise<{ payment: Payment; is_due: boolean }> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const is_due = isOpen(payment.status) && (await bank.payments.claimQuery(payment.id))
  if (!is_due) return { payment, is_due }
  await attempt(container, payment.id, async () => {
    if (payment.route === "page") return void (await checkPagePayment(container, payment))
    await bank.paymentCalls.refresh(payment)
    await settlePayment(container, payment.id)
  })
  return { payment: await bank.payments.retrieve(payment.id), is_due }
}

/** The same for a customer who saves a card. */
export async function refreshCardOnReturn(container: MedusaContainer, card: CardToken): Promise<CardToken> {
  if (!isOpenCard(card.status)) return card
  const { cards } = container.resolve<BankService>(BANK_MODULE)
  if (!(await cards.claimQuery(card.id))) return card
  await attempt(container, card.id, () => refreshCard(container, card))
  return cards.retrieve(card.id)
}

async function attempt(container: MedusaContainer, id: string, refresh: () => Promise<void>): Promise<void> {
  try {
    await refresh()
  } catch (error) {
    logOf(container).warn(`${id} could not be refreshed: ${(error as Error).message}`)
  }
}
