import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { problem, problemIn } from "../../domain/errors"
import { isAtProvider } from "../../domain/payment-route"
import { BANK_MODULE } from "../../modules/bank"
import type { Cancellation } from "../../modules/bank/cancellations"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { CANCEL_MARK, type PlacedOrder, placedOrders } from "../../queries/order/placed-orders"
import { cancelInMedusa, reportUncanceled } from "../payment/cancel-pending"
import { followPayment } from "../storefront/follow-payment"
import { cancelCompletely, isCanceledOrMissing } from "./cancel-completely"
import { returnMoney } from "./return-money"

/**
 * Cancels an order: voids or refunds its payment at the bank, then has Medusa cancel it and free the stock. Once per
 * `id`, and completely: `finishCancellation` finishes a cancellation that a crash interrupts, or that waits for the
 * merchant's answer about a refund. Throws `invalid_state` when the order is canceled, closed or being delivered, and
 * when the bank refuses; then nothing has changed. Throws `bank_unavailable` when the bank's answer is unknown: the order
 * is canceled then, and reconciliation resolves the payment. Throws `earlier_call_open` when another provider's answer is
 * unknown: the order is canceled when the merchant finds the refund made. Call while holding the lock of the order.
 */
export async function cancelOrder(container: MedusaContainer, cancellation: Cancellation): Promise<void> {
  const { cancellations } = container.resolve<BankService>(BANK_MODULE)
  const { id, order_id } = cancellation
  const refund = await attempt(container, cancellation).catch(async (error: unknown) => {
    const code = problemIn(error)?.code
    if (code && code !== "request_in_progress") await cancellations.end(id)
    throw error
  })
  if (refund === "left_to_merchant") throw problem("earlier_call_open", { order_id }, OUTCOME_UNKNOWN)
  await cancellations.end(id)
  if (refund === "unknown") throw problem("bank_unavailable", { order_id }, REFUND_PENDING)
}

/**
 * Finishes a cancellation that was interrupted, or whose refund the merchant has found made. When the order can no longer
 * be canceled, the merchant is notified, because its money may have been voided or refunded.
 */
export async function finishCancellation(
  container: MedusaContainer,
  cancellation: Cancellation
): Promise<void> {
  const { cancellations, cartLocks, payments } = container.resolve<BankService>(BANK_MODULE)
  const { id, order_id, payment_id } = cancellation
  const lock = await cartLocks.acquire(order_id)
  try {
    if (!(await cancellations.isOpen(id))) return
    if ((await attempt(container, cancellation)) === "left_to_merchant") return
  } catch (error) {
    if (LATER.includes(problemIn(error)?.code)) throw error
    if (!(await isCanceledOrMissing(order_id, container)))
      await reportUncanceled(
        { ...(await payments.retrieve(payment_id)), order_id },
        (error as Error).message,
        container
      )
  } finally {
    await lock.release()
  }
  await cancellations.end(id)
}

/** The codes of errors after which a later attempt may cancel the order. Without a code, the store has failed. */
const LATER: readonly (string | undefined)[] = [
  undefined,
  "request_in_progress",
  "earlier_call_open",
  "bank_unavailable",
]

/**
 * What is known of the refund or void. `unknown`: the order is canceled, and reconciliation resolves the payment.
 * `left_to_merchant`: the order is not canceled, because another provider may have made the refund.
 */
type Returned = "known" | "unknown" | "left_to_merchant"

/** Throws a problem when the bank or Medusa refuses. After any other error the cancellation is finished later. */
async function attempt(container: MedusaContainer, cancellation: Cancellation): Promise<Returned> {
  const { id, order_id } = cancellation
  await followPayment(container, order_id)
  const placed = (await placedOrders(container, [order_id])).get(order_id)
  if (!placed) throw problem("not_found")
  if (placed.status === "canceled" && canceledBy(placed) === id) {
    await cancelCompletely(order_id, container)
    return "known"
  }
  assertCancelable(placed)
  await container.resolve<BankService>(BANK_MODULE).cancellations.begin(cancellation)
  return moveAndCancel(container, cancellation)
}

async function moveAndCancel(container: MedusaContainer, cancellation: Cancellation): Promise<Returned> {
  const { id, order_id, payment_id, reason } = cancellation
  const isKnown = await returnMoney(container, { id, payment_id, reason })
  const payment = await container.resolve<BankService>(BANK_MODULE).payments.retrieve(payment_id)
  if (!(await isRecorded(container, id, payment))) return "left_to_merchant"
  await mark(container, order_id, { id, reason })
  if (!(await cancelInMedusa({ ...payment, order_id }, container)))
    throw problem("invalid_state", { order_id }, TOO_LATE)
  await followPayment(container, order_id)
  return isKnown ? "known" : "unknown"
}

/** Medusa refunds what is left when it cancels an order, so it must have recorded a refund at another provider before. */
async function isRecorded(container: MedusaContainer, id: string, payment: Payment): Promise<boolean> {
  const { operations, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  if (!isAtProvider(payment.route) || !(await operations.started(id))) return true
  return providerPayments.isBooked(payment, id)
}

const OUTCOME_UNKNOWN =
  "It is not known yet whether the payment provider has refunded the payment. The merchant finds out. If it has, the order is canceled then; if it has not, cancel the order again."

const TOO_LATE =
  "The merchant has already changed the order, so it cannot be canceled. Its payment is refunded, and the merchant is notified."

const REFUND_PENDING =
  "The order is canceled. The bank has not confirmed the refund yet; the payment is refunded as soon as it does."

/** The id of the cancellation that canceled the order. */
function canceledBy({ metadata }: PlacedOrder): string | undefined {
  return (metadata?.[CANCEL_MARK] as { id?: string } | undefined)?.id
}

function assertCancelable({ id: order_id, status, parcels }: PlacedOrder): void {
  const refusal = (why: string) => problem("invalid_state", { order_id }, why)
  if (status === "canceled") throw refusal("The order is already canceled.")
  if (status !== "pending") throw refusal("The merchant has closed the order; it can only be returned.")
  if (parcels.some(({ canceled_at }) => !canceled_at))
    throw refusal(
      "The order is being delivered and can no longer be canceled. It can be returned or refunded."
    )
}

/** In SQL, because Medusa would overwrite the whole metadata with what it read before. */
async function mark(container: MedusaContainer, id: string, note: object): Promise<void> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const json = JSON.stringify({ [CANCEL_MARK]: note })
  const metadata = knex.raw("coalesce(metadata, '{}'::jsonb) || ?::jsonb", [json])
  await knex("order").where({ id }).update({ metadata, updated_at: knex.fn.now() })
}
