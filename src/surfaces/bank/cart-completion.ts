import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { sessionOfCart } from "../../queries/carts"
import { settleAndWait } from "../../workflows/payment/settle-payment"
import { outcomeOf } from "../customer-pages/outcome"

/** How long a shopper waits. */
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
  const settled = await settleAndWait(container, payment.id, PATIENCE_MS)
  if (settled.order_id) return "free"
  const isOver = ["failed", "refunded"].includes(outcomeOf(settled)) || settled.refunded_amount > 0
  return isOver ? "failed" : "waiting"
}
