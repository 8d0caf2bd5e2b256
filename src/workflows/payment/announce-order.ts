import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"

/**
 * Announces the order of a payment by `order.placed`, on which stores send their confirmation mail: once, whoever asks
 * and however often. Rejects when the event bus does not take it, and may be asked again then.
 */
export async function announceOrder({ id, order_id }: Payment, container: MedusaContainer): Promise<void> {
  const { placements } = container.resolve<BankService>(BANK_MODULE)
  const events = container.resolve(Modules.EVENT_BUS)
  // No event bus shares a transaction with our row, so a crash can fall between the two. Right before the commit they are
  // some instructions apart, and such a crash says it twice. After the commit a whole round trip would lie between them
  // in which it were lost for ever.
  await placements.announceOnce(id, () => events.emit({ name: "order.placed", data: { id: order_id } }))
}
