import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { z } from "@medusajs/framework/zod"
import { isCurrency } from "../../src/domain/money"
import { DemoFailure, errorLine } from "../failure"
import {
  AddressRow,
  CustomerRow,
  DiscountRow,
  type FreeShippingRow,
  ProductRow,
  PromotionRow,
  RateRow,
  StockRow,
} from "./fixture-rows"
import { type CsvRow, invalidRow, readCsv } from "./read-csv"

/** A customer of the fixtures, with their addresses. */
export interface FixtureCustomer {
  name: string
  email: string
  addresses: AddressRow[]
}

/** A product of the fixtures. `stock` is undefined if it is always available. */
export interface FixtureProduct extends ProductRow {
  stock: number | undefined
}

/** What a folder of fixtures describes. Amounts are minor units of `currency`, an uppercase ISO 4217 code. */
export interface Fixtures {
  currency: string
  products: FixtureProduct[]
  discounts: DiscountRow[]
  free_shipping: FreeShippingRow[]
  rates: RateRow[]
  customers: FixtureCustomer[]
}

/**
 * Reads a folder of CSV files in the shape of the official UCP samples. Missing files, other files and unknown columns
 * are fine. The currency is that of `conformance_input.json` in the folder, otherwise USD. Throws a DemoFailure that
 * names file and line for a row that is invalid, is there twice, or refers to a row that does not exist.
 */
export function readFixtures(folder: string): Fixtures {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new DemoFailure(`--fixtures ${folder} is not a folder.`)
  const rows = <Row>(name: string, schema: z.ZodType<Row>, key?: keyof Row) => {
    const read = readCsv(join(folder, name), schema)
    if (key) refuseDuplicates(name, read, key)
    return read
  }
  const products = rows("products.csv", ProductRow, "id")
  const stock = rows("inventory.csv", StockRow, "product_id")
  const customers = rows("customers.csv", CustomerRow, "id")
  const addresses = rows("addresses.csv", AddressRow, "id")
  refuseUnknown("inventory.csv", stock, "product_id", products)
  refuseUnknown("addresses.csv", addresses, "customer_id", customers)
  const promotions = rows("promotions.csv", PromotionRow)
  const discounts = [...rows("discounts.csv", DiscountRow, "code"), ...promotions].map(({ row }) => row)
  const quantities = new Map(stock.map(({ row }) => [row.product_id, row.quantity]))
  return {
    currency: currencyOf(folder),
    products: products.map(({ row }) => ({ ...row, stock: quantities.get(row.id) })),
    discounts: discounts.filter((row) => "code" in row),
    free_shipping: discounts.flatMap((row) => ("code" in row ? [] : [row])),
    rates: rows("shipping_rates.csv", RateRow, "id").map(({ row }) => row),
    customers: customers.map(({ row: { id, name, email } }) => ({
      name,
      email,
      addresses: addresses.flatMap(({ row }) => (row.customer_id === id ? [row] : [])),
    })),
  }
}

function refuseDuplicates<Row>(name: string, rows: readonly CsvRow<Row>[], key: keyof Row) {
  const seen = new Map<unknown, number>()
  for (const { line, row } of rows) {
    if (row[key] === undefined) continue
    const first = seen.get(row[key])
    if (first) throw invalidRow(name, line, `${String(key)} ${String(row[key])} is already in line ${first}`)
    seen.set(row[key], line)
  }
}

function refuseUnknown<Row extends object>(
  name: string,
  rows: readonly CsvRow<Row>[],
  key: keyof Row,
  known: readonly CsvRow<{ id: string }>[]
) {
  const ids = new Set<unknown>(known.map(({ row }) => row.id))
  const broken = rows.find(({ row }) => !ids.has(row[key]))
  if (broken) {
    const file = `${String(key).replace("_id", "")}s.csv`
    throw invalidRow(name, broken.line, `${String(key)} ${String(broken.row[key])} is not an id in ${file}`)
  }
}

const SuiteInput = z.object({ currency: z.string().refine(isCurrency).default("USD") })

function currencyOf(folder: string): string {
  const file = join(folder, "conformance_input.json")
  if (!existsSync(file)) return "USD"
  try {
    return SuiteInput.parse(JSON.parse(readFileSync(file, "utf8"))).currency
  } catch (error) {
    if (error instanceof z.ZodError)
      throw new DemoFailure(`${file}: currency must be an uppercase ISO 4217 code.`)
    throw new DemoFailure(`Cannot read ${file} (${errorLine(error)}).`)
  }
}
