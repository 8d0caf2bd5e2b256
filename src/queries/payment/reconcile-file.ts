import type { MedusaContainer } from "@medusajs/framework/types"
import type { BankFile } from "../../domain/bank-file/bank-file"
import { compareFile, type Comparison } from "../../domain/bank-file/compare"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { paymentsOfFile } from "./file-payments"

/**
 * Compares a bank's file with the payments of the plugin and Medusa. Reads only. Undefined if the file's period has too
 * many payments.
 */
export async function reconcileFile(
  container: MedusaContainer,
  file: BankFile
): Promise<Comparison | undefined> {
  const payments = await paymentsOfFile(container, file)
  if (!payments) return undefined
  const { accounts } = container.resolve<BankService>(BANK_MODULE)
  return compareFile(file, payments, { can_query: accounts.capabilities.some(({ query }) => query) })
}
