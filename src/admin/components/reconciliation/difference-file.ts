import { csvLine } from "../../../domain/csv"
import type { Amount, Difference } from "../../../domain/bank-file/difference"
import { toDecimal } from "../../../domain/money"

type Cells = Readonly<Record<string, (difference: Difference) => string | null>>

const decimal = (of: Amount | null) => of && toDecimal(of.amount, of.currency)

/** Amounts in major units. The bank's currency is another one than the store's only in `currency_differs`. */
const COLUMNS: Cells = {
  difference: ({ kind }) => kind,
  action: ({ action }) => action,
  payment_id: ({ payment_id }) => payment_id,
  order_number: ({ shop_order_id }) => (shop_order_id === null ? null : String(shop_order_id)),
  reference: ({ reference }) => reference,
  lines: ({ lines }) => lines.join(" "),
  bank_amount: ({ bank }) => decimal(bank),
  bank_currency: ({ bank }) => bank && bank.currency,
  store_amount: ({ plugin }) => decimal(plugin),
  medusa_amount: ({ medusa }) => decimal(medusa),
  store_currency: ({ plugin }) => plugin && plugin.currency,
}

/** The differences as a CSV file with a header line. */
export const differencesFile = (differences: readonly Difference[]): string =>
  [
    csvLine(Object.keys(COLUMNS)),
    ...differences.map((one) => csvLine(Object.values(COLUMNS).map((cellOf) => cellOf(one)))),
  ].join("")
