import type { MedusaContainer, PaymentDTO } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { logOf } from "../../lib/log"
import { BANK_MODULE } from "../../modules/bank"
import type { DifferingBooks } from "../../modules/bank/book-checks"
import { isMirror } from "../../modules/bank/mirror-mark"
import type BankService from "../../modules/bank/service"
import { areRecordsRight, type Books, booksOf, differenceIn } from "../../queries/payment/books"
import { recordMovements } from "./record-movements"
import { medusaPaymentOf } from "./mirror-movement"
import { attemptFor } from "./settle-payment"

/**
 * Compares the captures and refunds of these payments at the bank, in Medusa's payment records and on the orders, and
 * corrects the orders from the records. A movement with a record but without an order transaction may still be in
 * progress, so it is booked only when the next comparison misses it again. A difference that remains is stored, and the
 * merchant is notified of it. Safe on any number of instances.
 */
export async function compareBooks(
  container: MedusaContainer,
  payment_ids: readonly string[]
): Promise<void> {
  const { books: checks } = container.resolve<BankService>(BANK_MODULE)
  const all = await booksOf(container, payment_ids)
  const comparisons = all.map((books) => ({ payment_id: books.payment_id, difference: differenceIn(books) }))
  const known = new Map(all.map((books) => [books.payment_id, books]))
  for (const differing of await checks.note(comparisons)) {
    const books = known.get(differing.payment_id)
    if (books) await attemptFor(container, books.payment_id, () => repair(container, books, differing))
  }
}

/** Deletes duplicate records, which two workers may write at once for one movement of the bank. The first one stays. */
async function deleteDuplicates(
  container: MedusaContainer,
  { captures, refunds }: PaymentDTO
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const [captured, refunded] = [duplicatesIn(captures ?? []), duplicatesIn(refunds ?? [])]
  if (captured.length) await payments.deleteCaptures(captured)
  if (refunded.length) await payments.deleteRefunds(refunded)
}

function duplicatesIn(records: readonly Recorded[]): string[] {
  const mirrors = records.filter(({ created_by }) => isMirror(created_by ?? null))
  const inOrder = [...mirrors].sort((a, b) => a.id.localeCompare(b.id))
  return inOrder.flatMap(({ id, created_by }, n) =>
    inOrder.findIndex((one) => one.created_by === created_by) < n ? id : []
  )
}

interface Recorded {
  readonly id: string
  readonly created_by?: string
}

async function repair(
  container: MedusaContainer,
  books: Books,
  { payment_id, differing }: DifferingBooks
): Promise<void> {
  const payment = await container.resolve<BankService>(BANK_MODULE).payments.retrieve(payment_id)
  const found = await medusaPaymentOf(payment, container)
  if (!found) return
  logOf(container).warn(`the books of payment ${payment_id} differ: ${differenceIn(books)}`)
  await deleteDuplicates(container, found)
  // Read again, without the duplicates.
  const record = (await medusaPaymentOf(payment, container)) ?? found
  const isMissed = differing > 1 && areRecordsRight(books)
  for (const kind of ["capture", "refund"] as const) {
    const records = (kind === "capture" ? record.captures : record.refunds) ?? []
    await recordMovements(kind, payment, record, isMissed ? records.map(({ id }) => id) : [], container)
  }
}
