import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { compareBooks } from "../workflows/settlement/compare-books"

const BATCH = 200

/**
 * Compares the books of payments with recent movements and of payments whose books differed before. Safe on any
 * number of instances.
 */
export default async function compareMovedBooks(container: MedusaContainer): Promise<void> {
  const { books } = container.resolve<BankService>(BANK_MODULE)
  const ids = [...(await books.takeDue(BATCH)), ...(await books.differing(BATCH))]
  await compareBooks(container, [...new Set(ids)])
}

export const config = { name: "gw-compare-books", schedule: "*/10 * * * * *" }
