import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"

/** Sums up what agents have brought, so that it stays quick to tell. */
export default async function sumTakings(container: MedusaContainer): Promise<void> {
  await container.resolve<BankService>(BANK_MODULE).takings.sumUp()
}

export const config = { name: "gw-sum-takings", schedule: "* * * * *" }
