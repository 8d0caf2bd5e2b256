import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, PaymentSessionStatus } from "@medusajs/framework/utils"
import { isOpen } from "../../domain/settlement"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { type ProviderSession, providerSessions, unrecorded } from "../../queries/payment/provider-sessions"
import { providerStatus } from "../../queries/payment/provider-status"
import { isOrderOver } from "../payment/cancel-pending"
import { recordSession } from "../payment/record-session"
import { settlePayment } from "../settlement/settle-payment"
import { followPayment } from "./follow-payment"
import type { PaymentRecords } from "./payment-records"

type Deferred = Pick<Payment, "id" | "order_id">

/** How long a payment may wait for its provider before the merchant is notified, in seconds: longer than a direct debit. */
const UNDECIDED_SECONDS = 30 * 24 * 3600

/**
 * Queries the provider about the payment of a storefront's order that it confirms later, such as a direct debit, and about
 * the order's other payment sessions, and records in Medusa what was paid, which recovers a lost webhook. The checks go on
 * while another session can still be paid. Ends a payment that the provider has refused, or whose order is canceled. Safe on
 * any number of instances. Throws if the provider fails.
 */
export async function checkDeferredPayment(container: MedusaContainer, payment: Deferred): Promise<void> {
  const { deferredPayments } = container.resolve<BankService>(BANK_MODULE)
  const order_id = String(payment.order_id)
  const results = await checkSessions(container, order_id)
  await followPayment(container, order_id)
  if (await isOrderOver(payment, container)) await deferredPayments.end(payment.id, "canceled")
  else await conclude(container, payment, results)
  await settlePayment(container, payment.id)
  const failed = results.find(({ error }) => error !== undefined)
  if (failed) throw failed.error
}

interface Result {
  /** `payable`: beside another payment of the order, and the customer has not confirmed it, or it was declined. */
  readonly state?: "paid" | "refused" | "canceled" | "waiting" | "payable"
  readonly error?: unknown
}

/** What became of each payment session. A failing query does not keep the others from being made. */
async function checkSessions(container: MedusaContainer, order_id: string): Promise<Result[]> {
  const sessions = await providerSessions(container, order_id)
  const recorded = sessions.filter(({ has_payment }) => has_payment)
  const open = unrecorded(container, sessions)
  const isAwaited = recorded.length > 0 || open.some(({ is_deferred }) => is_deferred)
  const results: Result[] = []
  for (const session of [...recorded, ...open]) {
    const isOther = isAwaited && !session.is_deferred && !session.has_payment
    try {
      const state = await check(container, order_id, session)
      if (!isOther || state === "paid") results.push({ state })
      else if (state === "canceled") await noteCanceled(container, session)
      else results.push({ state: "payable" })
    } catch (error) {
      if (!isOther) results.push({ error })
      else results.push(stillPayable(container, session, error))
    }
  }
  return results
}

/** A session beside the payment of the order needs no review when its provider fails, such as of one that has expired. */
function stillPayable(container: MedusaContainer, { session_id }: ProviderSession, error: unknown): Result {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  logger.warn(
    `payment session ${session_id} could not be checked at its provider: ${(error as Error).message}`
  )
  return { state: "payable" }
}

/** Records a payment that is made. */
async function check(
  container: MedusaContainer,
  order_id: string,
  session: ProviderSession
): Promise<Result["state"]> {
  if (session.is_unbooked) await recordSession(container, order_id, session, "captured")
  if (session.has_payment) return "paid"
  const status = await providerStatus(container, session)
  if (status === "canceled") return "canceled"
  if (status === "error") return "refused"
  if (status !== "authorized" && status !== "captured") return "waiting"
  // Medusa queries the provider again, which may answer otherwise.
  return (await recordSession(container, order_id, session, status)) ? "paid" : "waiting"
}

/**
 * Notes in Medusa that a session beside the payment of the order is canceled: its checks would be resumed for an open session.
 * The status of a payment that the provider confirms later stays, because the next check recognizes it by its status.
 */
async function noteCanceled(container: MedusaContainer, { session_id }: ProviderSession): Promise<void> {
  const records = container.resolve<unknown>(Modules.PAYMENT) as PaymentRecords
  await records.updatePaymentSessions({ id: session_id, status: PaymentSessionStatus.CANCELED })
}

async function conclude(
  container: MedusaContainer,
  { id }: Deferred,
  results: readonly Result[]
): Promise<void> {
  const { payments, deferredPayments } = container.resolve<BankService>(BANK_MODULE)
  const has = (state: Result["state"]) => results.some((result) => result.state === state)
  if (results.some(({ error }) => error !== undefined)) return reportUnchecked(container, id)
  await deferredPayments.noteChecked(id)
  if (has("waiting")) await deferredPayments.resume(id)
  else if (has("paid")) {
    if (!has("payable")) await deferredPayments.endChecks(id)
  } else if (has("refused") || has("canceled")) await deferredPayments.end(id, "declined")
  const { status } = await payments.retrieve(id)
  if (isOpen(status) && (await payments.ageOf(id)) > UNDECIDED_SECONDS)
    await payments.noteForReview(id, UNDECIDED)
}

async function reportUnchecked(container: MedusaContainer, id: string): Promise<void> {
  const { payments, deferredPayments } = container.resolve<BankService>(BANK_MODULE)
  const since = await deferredPayments.noteUnchecked(id)
  if (since)
    await payments.noteForReview(id, { reason: UNCHECKED, source: `unchecked:${since.toISOString()}` })
}

const UNCHECKED =
  "The payment could not be checked at its provider for a day. Look up there whether the order was paid."

const UNDECIDED = {
  reason: "The provider has not confirmed the payment for 30 days. Look up there whether the order was paid.",
  source: "deferred_undecided",
}
