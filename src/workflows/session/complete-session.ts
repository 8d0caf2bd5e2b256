import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { Agreement } from "../../domain/card"
import { reached } from "../../failpoints"
import { logOf } from "../../log"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import { returnAddress } from "../../modules/bank/return-address"
import type BankService from "../../modules/bank/service"
import type { SessionNow } from "../../queries/sessions"
import { stockedItemsOf } from "../../queries/stocked-items"
import { attemptFor, settleAndWait } from "../payment/settle-payment"
import { undoAttempt } from "../payment/undo-order"
import { placeOrderWorkflow } from "./place-order"

/** How a checkout is to be paid. */
export interface Paying {
  /** The payment's id: the same when a request is sent again after a crash, so that it is one payment. */
  readonly payment_id: string
  /** The kept card to be charged instead of sending the shopper to the bank. */
  readonly card_token_id: string | null
  /** Keeps the card the shopper will prove the payment with. */
  readonly save_card: Agreement | null
}

/**
 * Places the order of a checkout that is ready, and asks the bank: to open a page for the shopper, or to charge a kept
 * card. What becomes of it is for the bank to say; the attempt is read with the session. Call while holding the session;
 * nothing is begun when another holder has begun an attempt meanwhile.
 * False when Medusa can not place the order of this cart: nothing is left of the attempt then.
 */
export async function completeSession(
  container: MedusaContainer,
  session: SessionNow & { readonly cart_id: string },
  { payment_id: id, card_token_id, save_card }: Paying
): Promise<boolean> {
  const { client_id, cart_id, wishes, quote } = session
  const { sessions } = container.resolve<AgentService>(AGENT_MODULE)
  const bank = container.resolve<BankService>(BANK_MODULE)
  // Before there is a payment: whoever looks after a crash finds none by this id, or finds how it ended.
  if (!(await sessions.change(session, { payment_id: id }))) return true
  await reached("attempt_begun", id, session.id)
  const payment = {
    ...{ id, client_id, cart_id, card_token_id, save_card },
    ...{ origin: "order" as const, intent: "sale" as const, amount: quote.total, currency: quote.currency },
    description: `Checkout ${session.id}`,
    customer_email: wishes.buyer.email ?? null,
    return_url: card_token_id ? null : returnAddress(bank.options.base_url, id),
  }
  const gw_agent = originOf(session)
  // Medusa looks at the stock and reserves it without a lock that other instances have, too.
  const held = await bank.cartLocks.acquire(cart_id, { beside: await stockedItemsOf(container, cart_id) })
  try {
    await placeOrderWorkflow(container).run({ input: { payment, metadata: { gw_agent } } })
  } catch (error) {
    const { warn } = logOf(container)
    // Medusa's workflow engine may fail to compensate when its own table answers slowly. What cannot be deleted now either
    // is ended with the interrupted payments.
    const wasLeft = await undoAttempt(id, held, container).catch((failure: Error) => {
      warn(`checkout ${session.id} is not taken back yet: ${failure.message}`)
      return true
    })
    if (!wasLeft && !MedusaError.isMedusaError(error)) throw error
    warn(`checkout ${session.id}: ${(error as Error).message}`)
    return false
  } finally {
    await held.release()
  }
  // Whatever goes wrong from here on, the order stands, and reconciliation asks the bank.
  await attemptFor(container, id, () => bank.open(id))
  await settleAndWait(container, id)
  return true
}

/** What an order says of the agent that brought it, and of what that has said for the merchant. */
export function originOf({ id: session_id, client_id, wishes }: SessionNow): object {
  const { attribution, note, metadata = {} } = wishes
  return {
    ...{ client_id, session_id },
    ...(hasMembers(attribution) && { attribution }),
    ...(note && { note }),
    ...(hasMembers(metadata) && { metadata }),
  }
}

const hasMembers = (value: object) => Object.keys(value).length > 0
