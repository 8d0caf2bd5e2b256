import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { AGENT_MODULE } from "../modules/agent"
import type AgentService from "../modules/agent/service"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { abandonedChanges } from "../queries/order/abandoned-changes"
import { canceledReservations } from "../queries/order/canceled-reservations"
import { strayOrders } from "../queries/order/stray-orders"
import { unexecutedRecords } from "../queries/payment/unexecuted-records"
import { endApprovals } from "../workflows/approval/decide-approval"
import { cancelCompletely } from "../workflows/order/cancel-completely"
import { finishCancellation } from "../workflows/order/cancel-order"
import { creditRefunds } from "../workflows/order/credit-refunds"
import { silentAccounts } from "../workflows/payment/bank-outage"
import { endInterruptedPayment } from "../workflows/payment/end-interrupted"
import { failRefused } from "../workflows/payment/operate-payment"
import { attemptEach, attemptFor } from "../workflows/settlement/settle-payment"
import { deleteRecord } from "../workflows/settlement/delete-record"
import { deleteStrayOrder } from "../workflows/settlement/undo-order"
import { failInterruptedTasks } from "../workflows/task/fail-interrupted"

/** Longer than any request takes. Older unfinished work was interrupted. */
const INTERRUPTED_AFTER_SECONDS = 120

/** An agent that has not chosen a skill within a day gets no more time. */
const UNANSWERED_AFTER_SECONDS = 24 * 3600

/**
 * Cleans up after crashes: ends interrupted tasks, payments and order changes, removes records of money that
 * was not moved, deletes orders that belong to no payment, adds missing credit lines of refunds, completes
 * cancellations, and frees the stock of canceled orders. Also ends tasks that wait for an
 * agent's choice of a skill, approvals that have expired, and refund requests of more than is left.
 */
export default async function endInterrupted(container: MedusaContainer): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const orders = container.resolve(Modules.ORDER)
  await failInterruptedTasks(container, INTERRUPTED_AFTER_SECONDS)
  await failRefused(container)
  await endUnansweredTasks(container)
  await endApprovals(container)
  const silent = await silentAccounts(container)
  await attemptEach(
    container,
    await bank.unopenedPayments.interrupted(INTERRUPTED_AFTER_SECONDS, 100, silent),
    ({ id }) => id,
    (payment) => endInterruptedPayment(container, payment)
  )
  // Also at an account whose bank is silent: the order is canceled, and reconciliation resolves the refund.
  await attemptEach(
    container,
    await bank.cancellations.interrupted(INTERRUPTED_AFTER_SECONDS, 100),
    ({ payment_id }) => payment_id,
    (cancellation) => finishCancellation(container, cancellation)
  )
  await bank.scanCursors.next("unexecuted_records", async (ids) => {
    for (const record of await unexecutedRecords(container, INTERRUPTED_AFTER_SECONDS, ids))
      await attemptFor(container, record.payment_id, () => deleteRecord(record, container))
  })
  await bank.scanCursors.next("canceled_reservations", async (ids) => {
    for (const { order_id, payment_id } of await canceledReservations(container, ids))
      await attemptFor(container, payment_id, () => cancelCompletely(order_id, container))
  })
  for (const stray of await strayOrders(container, { olderThanSeconds: INTERRUPTED_AFTER_SECONDS }))
    await attemptFor(container, stray.order_id, () => deleteStrayOrder(stray, container))
  for (const { id, payment_id } of await abandonedChanges(container, INTERRUPTED_AFTER_SECONDS))
    await attemptFor(container, payment_id, () => orders.deleteOrderChanges([id]))
  for (const baseline of await bank.refundBaselines.interrupted(100))
    await attemptFor(container, baseline.payment_id, () => creditRefunds(container, baseline))
}

/** Cancels the tasks that wait for their client to name a skill, and have not been answered in time. */
async function endUnansweredTasks(container: MedusaContainer): Promise<void> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  for (const id of await agent.unanswered(UNANSWERED_AFTER_SECONDS)) await agent.advance(id, "canceled")
}

export const config = { name: "gw-end-interrupted", schedule: "*/15 * * * * *" }
