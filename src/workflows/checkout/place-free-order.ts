import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { reached } from "../../lib/failpoints"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { SessionNow } from "../../queries/checkout/sessions"
import { awaitSettlement } from "../settlement/settle-payment"
import { purchaseKeyOf } from "./check-purchase"
import { type Paying, originOf } from "./complete-session"

/**
 * Places the order of a complete checkout that costs nothing, without the bank or the customer. Stores the pending
 * effect first; the settlement then places the order, so that one order is placed and announced even after a crash.
 * Call while holding the lock of the session; does nothing when another holder has begun an attempt meanwhile.
 * Returns false when Medusa cannot place the order of this cart; then nothing is left of the attempt. Throws
 * `duplicate_purchase`.
 */
export async function placeFreeOrder(
  container: MedusaContainer,
  session: SessionNow & { readonly cart_id: string },
  { payment_id: id, may_repeat }: Pick<Paying, "payment_id" | "may_repeat">
): Promise<boolean> {
  const { client_id, cart_id, requested, quote } = session
  const { sessions } = container.resolve<AgentService>(AGENT_MODULE)
  const bank = container.resolve<BankService>(BANK_MODULE)
  // Stored before the payment exists: after a crash, either no payment has this id, or the payment shows how it ended.
  if (!(await sessions.change(session, { payment_id: id }))) return true
  await reached("attempt_begun", id, session.id)
  // Medusa copies a cart's metadata to its order. It shows that an agent placed the order.
  const metadata = { gw_agent: originOf(session), gw_payment_id: id }
  await container.resolve(Modules.CART).updateCarts(cart_id, { metadata })
  await bank.placements.recordFreeOrder({
    id,
    client_id,
    cart_id,
    checkout_id: session.id,
    currency: quote.currency,
    description: `Checkout ${session.id}`,
    customer_email: requested.buyer.email ?? null,
    purchase_key: purchaseKeyOf(session),
    may_repeat,
  })
  await reached("payment_prepared", id)
  await awaitSettlement(container, id)
  return (await bank.payments.find({ id })) !== undefined
}
