import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"

/** An event bus that does not take the event by then is away; a connection and a row wait for it. */
const PATIENCE_MS = 5000

const DAY_SECONDS = 86_400

/**
 * Announces the order of a payment by `order.placed`, on which stores send their confirmation mail: once, whoever asks
 * and however often. Rejects when the event bus does not take it, and may be asked again then. Of an order that was there
 * before Medusa has told when it was placed.
 */
export async function announceOrder(
  { id, order_id, origin }: Payment,
  container: MedusaContainer
): Promise<void> {
  const { placements } = container.resolve<BankService>(BANK_MODULE)
  const events = container.resolve(Modules.EVENT_BUS)
  // No event bus shares a transaction with our row, so a crash can fall between the two. Right before the commit they are
  // as close as can be, and such a crash says it twice; after the commit it would be lost for ever. A bus that keeps what
  // it is told, as the one of Redis, knows the second one by its name.
  const once = { jobId: `order.placed-${order_id}`, removeOnComplete: { age: DAY_SECONDS } }
  await placements.announceOnce(id, async () => {
    if (origin !== "standing")
      await inTime(events.emit({ name: "order.placed", data: { id: order_id } }, once))
  })
}

async function inTime(told: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the event bus does not answer")), PATIENCE_MS)
  })
  await Promise.race([told, late]).finally(() => clearTimeout(timer))
}
