import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { compareBooks } from "../workflows/settlement/compare-books"

/** Compares the books of all payments in an endless scan, a thousand at a time. Safe on any number of instances. */
export default async function sweepBooks(container: MedusaContainer): Promise<void> {
  const { scanCursors } = container.resolve<BankService>(BANK_MODULE)
  await scanCursors.next("books", (ids) => compareBooks(container, ids))
}

export const config = { name: "gw-sweep-books", schedule: "* * * * *" }
