import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { reached } from "../../failpoints"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { SessionNow } from "../../queries/sessions"
import { settleOrLeave } from "../payment/settle-payment"
import { originOf } from "./complete-session"

/**
 * Places the order of a checkout that is ready and costs nothing: neither the bank nor the buyer is asked. It is owed first,
 * and placed by the settlement then, so that it is one order, announced once, wherever this process stops. Call while
 * holding the session; nothing is begun when another holder has begun an attempt meanwhile.
 * False when Medusa can not place the order of this cart: nothing is left of the attempt then.
 */
export async function placeFreeOrder(
  container: MedusaContainer,
  session: SessionNow & { readonly cart_id: string },
  id: string
): Promise<boolean> {
  const { client_id, cart_id, wishes, quote } = session
  const { sessions } = container.resolve<AgentService>(AGENT_MODULE)
  const bank = container.resolve<BankService>(BANK_MODULE)
  // Before it is owed: whoever looks after a crash finds nothing by this id, or finds how it ended.
  if (!(await sessions.change(session, { payment_id: id }))) return true
  await reached("attempt_begun", id, session.id)
  // A cart's metadata go to its order, which is known for an agent's by them.
  const metadata = { gw_agent: originOf(session), gw_payment_id: id }
  await container.resolve(Modules.CART).updateCarts(cart_id, { metadata })
  await bank.placements.owe({
    ...{ id, client_id, cart_id, currency: quote.currency },
    description: `Checkout ${session.id}`,
    customer_email: wishes.buyer.email ?? null,
  })
  await reached("payment_prepared", id)
  await settleOrLeave(container, id)
  return (await bank.payments.find({ id })) !== undefined
}
