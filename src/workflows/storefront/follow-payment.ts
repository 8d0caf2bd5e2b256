import type { MedusaContainer } from "@medusajs/framework/types"
import { logOf } from "../../lib/log"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { storefrontProviders } from "../../queries/payment/provider-sessions"
import { settlePayment } from "../settlement/settle-payment"
import { closeOtherSessions } from "./close-other-sessions"

/**
 * Applies what Medusa has recorded to the payment of an order that a customer has paid in the storefront: amounts,
 * status, and the events for its agent. Does nothing for other orders. Safe to repeat, on any number of instances.
 */
export async function followPayment(container: MedusaContainer, order_id: string): Promise<void> {
  const payment_id = await container.resolve<BankService>(BANK_MODULE).providerPayments.follow(order_id)
  if (payment_id) await settlePayment(container, payment_id)
}

/**
 * The same for the next part of all such payments, because a movement without an event may have been missed. Also finds the
 * sessions with which an order could be paid again, such as one that was opened after the order: if the order is paid at the
 * bank, they are closed, and otherwise their provider is queried.
 */
export async function followPayments(container: MedusaContainer): Promise<void> {
  const { scanCursors, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  await scanCursors.next("provider_payments", async (ids) => {
    for (const order_id of await providerPayments.outdated(ids)) await followPayment(container, order_id)
    await resumeChecks(container, ids)
    await closeOtherSessions(container, ids)
  })
}

/** A failure is logged: the next scan tries again, and the sessions of the other orders are closed meanwhile. */
async function resumeChecks(container: MedusaContainer, ids: readonly string[]): Promise<void> {
  const { deferredPayments } = container.resolve<BankService>(BANK_MODULE)
  try {
    await deferredPayments.resumeChecks(ids, storefrontProviders(container))
  } catch (error) {
    logOf(container).warn(`checks of payments are not resumed: ${String(error)}`)
  }
}
