import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { REPO_ROOT } from "../../paths"
import { readFixtures } from "../read-fixtures"

const SAMPLE = join(REPO_ROOT, "integration-tests/support/suite-fixtures")

describe("fixtures", () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "gw-fixtures-"))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, ...lines: string[]) => writeFileSync(join(folder, name), lines.join("\n"))

  it("are read from the CSV files of the official samples [CNF-03]", () => {
    const { currency, products, discounts, free_shipping, rates, customers } = readFixtures(SAMPLE)
    expect(currency).toBe("USD")
    expect(products).toMatchObject([
      { id: "brass_sextant", title: "Brass Sextant, polished", price: 4500, stock: 500 },
      { id: "sea_chart", price: 1250, stock: undefined },
      { id: "last_lantern", stock: 0 },
    ])
    expect(discounts.map(({ code, type, value }) => [code, type, value])).toEqual([
      ["TENTH", "percentage", 10],
      ["FIVE", "fixed_amount", 500],
    ])
    expect(free_shipping).toMatchObject([{ min_subtotal: 10_000 }, { eligible_item_ids: ["sea_chart"] }])
    expect(rates.map(({ id, country_code, price }) => [id, country_code, price])).toEqual([
      ["std-us", "us", 500],
      ["exp-us", "us", 1500],
      ["exp-world", "default", 2500],
    ])
    expect(customers.map(({ email, addresses }) => [email, addresses.length])).toEqual([
      ["mary.reed@example.com", 2],
      ["tom.kidd@example.com", 0],
    ])
  })

  it("may be an empty folder, and take the currency from the suite's own input [CNF-03]", () => {
    expect(readFixtures(folder)).toMatchObject({ currency: "USD", products: [], customers: [] })
    write("conformance_input.json", JSON.stringify({ currency: "CAD", items: [] }))
    expect(readFixtures(folder).currency).toBe("CAD")
    write("conformance_input.json", JSON.stringify({ currency: "cad" }))
    expect(() => readFixtures(folder)).toThrow("currency must be an uppercase ISO 4217 code.")
  })

  it("may have a list of JSON without quotation marks around it, as the official samples have [CNF-03]", () => {
    write(
      "promotions.csv",
      "id,type,eligible_item_ids,description",
      'free,free_shipping,["roses"],Free shipping'
    )
    expect(readFixtures(folder).free_shipping).toMatchObject([{ eligible_item_ids: ["roses"] }])
  })

  it.each<[string, string[], string]>([
    [
      "products.csv",
      ["id,title,price", "a,Rose,100", "b,Tulip,1.50"],
      'products.csv line 3: price must be an integer in minor units, from 0 to 999999999 (got "1.50").',
    ],
    ["products.csv", ["id,title", "a,Rose"], "products.csv line 2: price is missing."],
    [
      "products.csv",
      ["id,title,price", "a,Rose,1", "a,Tulip,2"],
      "products.csv line 3: id a is already in line 2.",
    ],
    [
      "addresses.csv",
      ["id,customer_id,street_address,country", "a,1,Elm St,US", ",1,Oak St,US", "a,1,Pine St,US"],
      "addresses.csv line 4: id a is already in line 2.",
    ],
    [
      "inventory.csv",
      ["product_id,quantity", "rose,5"],
      "inventory.csv line 2: product_id rose is not an id in products.csv.",
    ],
    [
      "discounts.csv",
      ["code,type,value", "HALF,percent,50"],
      'discounts.csv line 2: type must be percentage or fixed_amount (got "percent").',
    ],
    [
      "promotions.csv",
      ["id,type", "free,free_gift"],
      'promotions.csv line 2: type must be free_shipping, or the row must have a code (got "free_gift").',
    ],
    [
      "shipping_rates.csv",
      ["id,country_code,service_level,price,title", "std,USA,standard,5,Standard"],
      'shipping_rates.csv line 2: country_code must be an ISO 3166-1 alpha-2 code, or default (got "USA").',
    ],
    [
      "customers.csv",
      ["id,name,email", "1,Ann,ann"],
      'customers.csv line 2: email must be an email address (got "ann").',
    ],
  ])("name the file and the line of an invalid row: %s, case %# [CNF-03]", (name, lines, message) => {
    write(name, ...lines)
    expect(() => readFixtures(folder)).toThrow(message)
  })

  it("name the file and the line of a row with too many fields [CNF-03]", () => {
    write("products.csv", "id,title,price", "a,Rose,100,,,")
    expect(() => readFixtures(folder)).toThrow(/^products\.csv line 2: /)
  })
})
