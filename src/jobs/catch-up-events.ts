import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { settleEvent } from "../workflows/payment/settle-payment"

/** Takes from the bank's list of events what no notification has brought, even for payments that seemed final. */
export default async function catchUpEvents(container: MedusaContainer): Promise<void> {
  for await (const missed of container.resolve<BankService>(BANK_MODULE).catchUp())
    for (const event of missed) await settleEvent(container, event)
}

export const config = { name: "gw-catch-up-events", schedule: "*/30 * * * * *" }
