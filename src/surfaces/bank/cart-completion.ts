import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { sessionOfCart } from "../../queries/checkout/carts"
import { settleAndWait } from "../../workflows/settlement/settle-payment"
import { outcomeOf } from "../../gateway/customer-pages/payment-outcome"

/** How long the completion waits for the settlement. */
const WAIT_TIMEOUT_MS = 15_000

/** `free`: Medusa may complete the cart. `waiting`: the payment has no outcome yet. `failed`: the payment failed. */
export type Completion = "free" | "waiting" | "failed"

/**
 * Decides what Medusa does when a storefront completes a cart. A cart without a payment of ours is free. Otherwise the
 * settlement places the order: this waits for it, and then Medusa only returns the order.
 */
export async function awaitPlacement(container: MedusaContainer, cart_id: string): Promise<Completion> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const session_id = await sessionOfCart(container, cart_id)
  const payment = session_id && (await bank.payments.find({ session_id }))
  if (!payment) return "free"
  const settled = await settleAndWait(container, payment.id, WAIT_TIMEOUT_MS)
  if (settled.order_id) return "free"
  const isOver = ["failed", "refunded"].includes(outcomeOf(settled)) || settled.refunded_amount > 0
  return isOver ? "failed" : "waiting"
}
