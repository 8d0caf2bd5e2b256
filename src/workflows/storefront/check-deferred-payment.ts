import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { type ProviderSession, providerSessions } from "../../queries/payment/provider-sessions"
import { providerStatus } from "../../queries/payment/provider-status"
import { isOrderOver } from "../payment/cancel-pending"
import { recordSession } from "../payment/record-session"
import { settlePayment } from "../settlement/settle-payment"
import { followPayment } from "./follow-payment"

/**
 * Queries the provider about the payment of a storefront's order that it confirms later, such as a direct debit, and records
 * in Medusa what was paid, which recovers a lost webhook. Ends a payment that the provider has refused, or whose order is
 * canceled. Safe on any number of instances. Throws if the provider fails.
 */
export async function checkDeferredPayment(
  container: MedusaContainer,
  { id, order_id }: Pick<Payment, "id" | "order_id">
): Promise<void> {
  const { payments, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  const sessions = await providerSessions(container, String(order_id))
  let isWaiting = false
  for (const session of sessions.filter(({ is_deferred, has_payment }) => is_deferred && !has_payment))
    isWaiting = (await check(container, String(order_id), session)) || isWaiting
  await followPayment(container, String(order_id))
  const isOver = await isOrderOver(await payments.retrieve(id), container)
  if (isWaiting && !isOver) return
  await providerPayments.endDeferred(id, isOver ? "canceled" : "declined")
  await settlePayment(container, id)
}

/** Records a payment that is made. Returns whether the provider has not decided yet. */
async function check(
  container: MedusaContainer,
  order_id: string,
  session: ProviderSession
): Promise<boolean> {
  const status = await providerStatus(container, session)
  if (status === "authorized" || status === "captured") {
    await recordSession(container, order_id, session, status)
    return false
  }
  return status !== "canceled" && status !== "error"
}
