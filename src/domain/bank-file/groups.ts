import type { BankFile } from "./bank-file"
import type { KnownPayment } from "./known-payment"
import type { BankOperation } from "./row"

/** The rows of one payment; those of an unknown payment have the same reference and currency. */
export interface Group {
  readonly rows: readonly BankOperation[]
  readonly payment: KnownPayment | undefined
}

/** In the order of the file, then the payments that it does not list, in the currencies of the file. */
export function groupsIn(
  { operations, currencies }: Pick<BankFile, "operations" | "currencies">,
  payments: readonly KnownPayment[]
): Group[] {
  const byReference = new Map(payments.flatMap((one) => one.references.map((name) => [name, one] as const)))
  const groups = new Map<string, BankOperation[]>()
  const keyOf = ({ reference, currency }: BankOperation) =>
    byReference.get(reference)?.id ?? `${currency} ${reference}`
  for (const operation of operations) {
    const rows = groups.get(keyOf(operation))
    if (rows) rows.push(operation)
    else groups.set(keyOf(operation), [operation])
  }
  const absent = payments.filter(({ id, currency }) => !groups.has(id) && currencies.includes(currency))
  const listed = [...groups.values()].map((rows) => ({
    rows,
    payment: rows[0] && byReference.get(rows[0].reference),
  }))
  return [...listed, ...absent.map((payment) => ({ rows: [], payment }))]
}
