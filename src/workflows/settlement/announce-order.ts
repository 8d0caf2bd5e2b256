import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { answerWithin } from "../../lib/answer-within"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"

/**
 * An event bus that takes longer counts as unavailable. A database connection and a locked row wait for it meanwhile.
 */
const WAIT_TIMEOUT_MS = 5000

const DAY_SECONDS = 86_400

/**
 * Emits `order.placed` for the order of a payment, which stores use to send the confirmation email: once per payment,
 * however often and by however many callers it is called. Rejects when the event bus does not accept the event, and may
 * be called again then. Emits nothing for an existing order, because Medusa emitted the event when that order was
 * placed.
 */
export async function announceOrder(
  { id, order_id, origin }: Payment,
  container: MedusaContainer
): Promise<void> {
  const { placements } = container.resolve<BankService>(BANK_MODULE)
  const events = container.resolve(Modules.EVENT_BUS)
  // An event bus cannot join the transaction of our row, so a crash may fall between the event and the commit. Emitting
  // right before the commit makes such a crash repeat the event; emitting after it would lose the event for good. A
  // persistent bus, such as the Redis one, recognizes the duplicate by its job id.
  const once = { jobId: `order.placed-${order_id}`, removeOnComplete: { age: DAY_SECONDS } }
  await placements.announceOnce(id, async () => {
    if (origin !== "existing_order")
      await answerWithin(
        WAIT_TIMEOUT_MS,
        events.emit({ name: "order.placed", data: { id: order_id } }, once),
        "the event bus does not answer"
      )
  })
}
