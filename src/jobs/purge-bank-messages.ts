import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"

/** Deletes the raw bank messages whose retention period is over. */
export default async function purgeBankMessages(container: MedusaContainer): Promise<void> {
  await container.resolve<BankService>(BANK_MODULE).purge()
}

export const config = { name: "gw-purge-bank-messages", schedule: "57 * * * *" }
