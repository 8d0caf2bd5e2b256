import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { silentAccounts } from "../workflows/payment/bank-outage"
import { endExpiredHold } from "../workflows/payment/end-expired-hold"
import { attemptEach } from "../workflows/settlement/settle-payment"

/** Ends the payments of agents' unpaid orders that have held their stock for as long as the merchant allows. */
export default async function releaseUnpaidStock(container: MedusaContainer): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const expired = await bank.unpaidHolds.takeExpired(100, await silentAccounts(container))
  await attemptEach(
    container,
    expired,
    (payment_id) => payment_id,
    (payment_id) => endExpiredHold(container, payment_id)
  )
}

export const config = { name: "gw-release-unpaid-stock", schedule: "*/10 * * * * *" }
