import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { sessionOfCart } from "../../queries/carts"
import { settlePayment } from "../../workflows/payment/settle-payment"
import { outcomeOf } from "../shopper-return"

const POLL_MS = 100
const PATIENCE_MS = 15_000

/** Whether Medusa may go on completing a cart; if not, whether its payment still waits or has failed. */
export type Completion = "free" | "waiting" | "failed"

/**
 * What there is to do for Medusa when a storefront completes a cart: everything, when the cart is paid without us; to
 * hand out the order, once the settlement has placed it, which is waited for; and nothing as long as there is none.
 */
export async function awaitPlacement(container: MedusaContainer, cart_id: string): Promise<Completion> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const session_id = await sessionOfCart(container, cart_id)
  const payment = session_id && (await bank.payments.find({ session_id }))
  if (!payment) return "free"
  const settled = await afterSettlement(container, bank, payment)
  if (settled.order_id) return "free"
  return outcomeOf(settled) === "failed" || settled.refunded_amount > 0 ? "failed" : "waiting"
}

/** The payment when it owes nothing any more, or as it is when that takes longer than a shopper waits. */
async function afterSettlement(
  container: MedusaContainer,
  bank: BankService,
  { id }: Payment
): Promise<Payment> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(POLL_MS)) {
    await settlePayment(container, id)
    const payment = await bank.payments.retrieve(id)
    if (payment.order_id || !(await bank.effects.areOwed(id)) || Date.now() > deadline) return payment
  }
}
