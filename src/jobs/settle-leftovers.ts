import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { settleEvent, settlePayment } from "../workflows/payment/settle-payment"

/** Events this young are still being settled by the request that brought them. */
const GRACE_SECONDS = 5

/** Finishes what a crash or a restart left behind: stored notifications, and effects owed to the store. */
export default async function settleLeftovers(container: MedusaContainer): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  for (const event of await bank.inbox.leftovers(GRACE_SECONDS, 100)) await settleEvent(container, event)
  await settlePayment(container, null)
}

export const config = { name: "gw-settle-leftovers", schedule: "*/5 * * * * *" }
