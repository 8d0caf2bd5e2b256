import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { problem } from "../../domain/errors"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { WEBHOOK_MODULE } from "../../modules/webhook"
import type WebhookService from "../../modules/webhook/service"
import { phaseOf } from "../../domain/checkout"
import { type SessionNow, type SessionPayment, findSession } from "../../queries/checkout/sessions"
import { cancelPagePayment } from "../page/cancel-page-payment"
import { endAtBank } from "../payment/end-at-bank"
import { recordOrderOfCart } from "../storefront/find-orders"
import { settleAndWait, awaitSettlement } from "../settlement/settle-payment"
import { deleteUnusedCart } from "./quote-checkout"

/**
 * Cancels a session. A payment in progress is voided at the bank or the provider first, and the session ends only when that
 * is confirmed: nothing will be captured. Throws `invalid_state` when the payment was settled before,
 * `request_in_progress` when the customer has paid in the storefront or is placing the order, and
 * `bank_unavailable` while the answer is unknown. Call while holding the lock of the session. `canceled_by`
 * names the request, so that a repeated one is recognized.
 */
export async function cancelSession(
  container: MedusaContainer,
  session: SessionNow,
  canceled_by: string
): Promise<void> {
  const { id, attempt, cart_id, hand_off } = session
  const handed_over = hand_off && { session_id: id, cart_id: hand_off.cart_id }
  if (handed_over && (await recordOrderOfCart(container, handed_over)) === "being_completed")
    throw problem("request_in_progress", { id }, BEING_ORDERED)
  if (attempt && phaseOf(attempt) === "pending") await endAttempt(container, attempt)
  const now = await findSession(container, id, session)
  const phase = now?.attempt && phaseOf(now.attempt)
  if (phase === "paid") throw problem("invalid_state", { id }, "The checkout is already completed.")
  if (phase === "pending")
    throw problem(isNothingDue(attempt) ? "request_in_progress" : "bank_unavailable", { id })
  if (now?.hand_off?.is_paid) throw problem("request_in_progress", { id }, PAID_IN_STOREFRONT)
  await endSession(container, now ?? session, canceled_by)
  // A cart that became an order belongs to the order, and one that the storefront has taken over to the customer.
  const { handOffs } = container.resolve<AgentService>(AGENT_MODULE)
  const isAdopted = (await handOffs.find(id))?.adopted_at
  if (attempt?.cart_id !== cart_id && !isAdopted) await deleteUnusedCart(container, cart_id)
}

const BEING_ORDERED =
  "The customer is placing the order in the storefront. Read the checkout again in a few seconds."

const PAID_IN_STOREFRONT =
  "The customer has paid in the storefront, and the order is placed when the payment is confirmed. Read the checkout again later."

/**
 * Ends the session and stores its webhook event, in one transaction. Throws `request_in_progress` when another process has
 * begun a payment since the session was read: this one was paused and has lost the session's lock.
 */
async function endSession(
  container: MedusaContainer,
  session: Pick<SessionNow, "id" | "kind" | "client_id" | "payment_id">,
  canceled_by: string
): Promise<void> {
  const { id, kind, client_id } = session
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { sessions } = container.resolve<AgentService>(AGENT_MODULE)
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const webhooks = container.resolve<WebhookService>(WEBHOOK_MODULE)
  const about = { aggregate: id, session_id: id, client_id, order_id: null, data: {} }
  await knex.transaction(async (trx) => {
    // Lock approvals before sessions, in the same order as a decision does: the other order could deadlock.
    await approvals.end({ session_id: id }, "canceled", trx)
    if (!(await sessions.cancel(session, canceled_by, trx))) throw problem("request_in_progress", { id })
    if (kind === "checkout")
      await webhooks.outbox.record(
        { ...about, type: "checkout.canceled", dedupe_key: `checkout.canceled:${id}` },
        trx
      )
  })
  webhooks.wake()
}

/** Whether the order costs nothing: then the bank has no payment of it. */
const isNothingDue = (attempt: SessionNow["attempt"]): boolean => attempt?.status === "nothing_due"

async function endAttempt(container: MedusaContainer, attempt: SessionPayment): Promise<void> {
  const { id: payment_id } = attempt
  if (isNothingDue(attempt)) return awaitSettlement(container, payment_id)
  const bank = container.resolve<BankService>(BANK_MODULE)
  const payment = await bank.payments.retrieve(payment_id)
  if (payment.route === "page") await cancelPagePayment(container, payment, { payment_id })
  else await endAtBank(bank, payment, { payment_id })
  await settleAndWait(container, payment_id)
}
