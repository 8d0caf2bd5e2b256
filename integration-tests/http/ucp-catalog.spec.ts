import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import {
  CatalogReader,
  deleteMade,
  deleteProduct,
  makeProduct,
  storeProducts,
  variant,
} from "../support/catalog"
import { sql } from "../support/database"
import { adminGet, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { strict } from "../support/ucp-schemas"
import { world } from "../support/world"

let reader: CatalogReader

beforeAll(async () => {
  await switchSurfaces({ ucp_enabled: true })
  reader = await CatalogReader.withAllScopes()
  await reader.ready()
}, 120_000)

afterAll(async () => {
  await deleteMade()
  await switchSurfaces({ ucp_enabled: false })
})

describe("prices and stock", () => {
  it.each(["eur", "ron"])(
    "are those of Medusa's own store API for every product, in %s [CAT-04]",
    async (code) => {
      const currency = code.toUpperCase()
      const theirs = await storeProducts(world().shop.region_ids[code])
      const ours = (await reader.page(`/products?limit=100&currency=${currency}`)).products
      expect(theirs.length).toBeGreaterThanOrEqual(12)
      for (const product of theirs) {
        const own = ours.find(({ medusa_id }) => medusa_id === product.id)
        const told = (own?.variants ?? []).map(({ id, price, availability }) => [
          id,
          price,
          availability.available,
        ])
        // What has no price in a region is not sold there.
        const sold = product.variants.flatMap(({ id, calculated_price, ...stock }) => {
          const amount = Math.round(Number(calculated_price?.calculated_amount) * 100)
          const available = !stock.manage_inventory || stock.inventory_quantity > 0
          return calculated_price ? [[id, { amount, currency }, available]] : []
        })
        expect([product.handle, told.sort()]).toEqual([product.handle, sold.sort()])
      }
    }
  )

  it("follow a change of the price, of the stock and of a price list by their events, long before anything is compared [CAT-05]", async () => {
    const { medusa_id, variants } = await reader.listed({ title: "Weathervane", variants: [variant(20)] })
    const [{ id: variant_id } = { id: "" }] = variants
    const changed = await adminPost(`/admin/products/${medusa_id}/variants/${variant_id}`, {
      prices: [{ amount: 25, currency_code: "eur" }],
    })
    expect([changed.status, await changed.text()]).toEqual([200, expect.any(String)])
    const price = async () => (await reader.found(medusa_id))?.variants[0]?.price.amount
    await eventually(async () => ((await price()) === 2500 ? true : undefined))
    const list = await adminPost("/admin/price-lists", {
      title: "Sale",
      description: "Sale",
      type: "sale",
      status: "active",
      prices: [{ variant_id, amount: 18, currency_code: "eur" }],
    })
    expect(list.status).toBe(200)
    await eventually(async () => ((await price()) === 1800 ? true : undefined))
    expect((await reader.found(medusa_id))?.variants[0]).toMatchObject({
      list_price: { amount: 2500, currency: "EUR" },
    })
  })
})

describe("a customer's token", () => {
  it("is told the prices of the customer's groups, and nobody else is [CAT-11]", async () => {
    const { medusa_id, variants } = await reader.listed({ title: "Sextant", variants: [variant(40)] })
    const customers = await adminGet<{ customers: { id: string }[] }>("/admin/customers?has_account=true")
    const made = await adminPost("/admin/customer-groups", { name: "Sailors" })
    const { customer_group: group } = (await made.json()) as { customer_group: { id: string } }
    const list = await adminPost("/admin/price-lists", {
      ...{ title: "Sailors", description: "Sailors", type: "override", status: "active" },
      rules: { "customer.groups.id": [group.id] },
      prices: [{ variant_id: variants[0]?.id, amount: 33, currency_code: "eur" }],
    })
    expect(list.status).toBe(200)
    const add = customers.customers.map(({ id }) => id)
    const price = async (by: CatalogReader) => {
      const { products } = await by.page(`/catalog/search?q=sextant&currency=EUR`)
      return products.find((product) => product.medusa_id === medusa_id)?.price_range.min.amount
    }
    expect(await price(reader)).toBe(4000)
    await adminPost(`/admin/customer-groups/${group.id}/customers`, { add })
    expect(await price(reader)).toBe(3300)
    expect(await price(await CatalogReader.ofStaff())).toBe(4000)
    await adminPost(`/admin/customer-groups/${group.id}/customers`, { remove: add })
    expect(await price(reader)).toBe(4000)
  })
})

describe("what no event tells of", () => {
  it.each<[string, string]>([
    [
      "a title another system has written",
      "update product set title = 'Renamed', updated_at = now() where id = $1",
    ],
    [
      "a product that was taken out of its sales channel",
      "update product_sales_channel set deleted_at = now() where product_id = $1",
    ],
    ["a product that was deleted", "update product set deleted_at = now() where id = $1"],
  ])("%s is found by looking [CAT-05, CAT-06]", async (what, written) => {
    const { medusa_id } = await reader.listed({ title: `Hourglass of ${what}`, variants: [variant(12)] })
    await isNoticed(medusa_id, written)
  })

  it("stock another system has written is found by looking, and so is that it is back [CAT-05]", async () => {
    const [{ medusa_id } = { medusa_id: "" }] = (await reader.page("/catalog/search?q=BOWL-28")).products
    const levels = `update inventory_level set stocked_quantity = reserved_quantity + $2
      where inventory_item_id in (select i.inventory_item_id from product_variant_inventory_item i
        join product_variant v on v.id = i.variant_id where v.product_id = $1)`
    await isNoticed(medusa_id, levels, 0)
    expect((await reader.found(medusa_id))?.variants[0]?.availability).toEqual({
      available: false,
      status: "out_of_stock",
    })
    await isNoticed(medusa_id, levels, 20)
  })
})

/** Writes into Medusa's tables behind its back, and waits until the catalog tells of the product in another way. */
async function isNoticed(id: string, written: string, ...more: number[]): Promise<void> {
  const before = await told(id)
  await sql(written, [id, ...more])
  await sql("update gw_catalog_sweep set swept_at = '-infinity'")
  await eventually(async () => ((await told(id)) === before ? undefined : true))
}

/** All that is told of a product, or that there is none. */
async function told(id: string): Promise<string> {
  return JSON.stringify((await reader.found(id)) ?? "nothing")
}

describe("what is not for agents", () => {
  it("a draft, a product of no or another sales channel, and a deleted one are nowhere [CAT-06]", async () => {
    const { medusa_id, id } = await reader.listed({ title: "Foghorn", variants: [variant(30)] })
    const gone = async () => ((await reader.found(medusa_id)) ? undefined : true)
    await adminPost(`/admin/products/${medusa_id}`, { status: "draft" })
    await eventually(gone)
    for (const path of [`/catalog/${id}`, `/products/${id}`, "/products/foghorn", `/products/${medusa_id}`])
      expect((await reader.get(path)).status).toBe(404)
    expect(await reader.titles("/catalog/search?q=foghorn")).toEqual([])
    const lookup = await reader.post("/catalog/lookup", { ids: [medusa_id] })
    expect(lookup.body).toMatchObject({ products: [], messages: [{ code: "not_found", content: medusa_id }] })
    await adminPost(`/admin/products/${medusa_id}`, { status: "published" })
    await eventually(() => reader.found(medusa_id))
    // The number is the product's for good.
    expect((await reader.found(medusa_id))?.id).toBe(id)
    const hidden = await makeProduct({ title: "Lighthouse", sales_channels: [], variants: [variant(9)] })
    await deleteProduct(medusa_id)
    await eventually(gone)
    expect((await reader.get(`/catalog/${hidden.id}`)).status).toBe(404)
    expect(await reader.titles("/catalog/search?q=lighthouse")).toEqual([])
  })
})

describe("one product", () => {
  it("is the same by number, Medusa's id, handle, variant and SKU, under both addresses [UCP-11, UCP-12, SRV-24]", async () => {
    const [product] = (await reader.page("/catalog/search?q=MUG-SAND")).products
    const names = [product?.id, product?.medusa_id, product?.handle, product?.variants[0]?.id, "MUG-SAND"]
    for (const path of names.flatMap((name) => [`/catalog/${name}`, `/products/${name}`])) {
      const { status, body } = await reader.get(path)
      expect([path, status, body.product]).toEqual([path, 200, product])
    }
  })

  it.each([
    "0",
    "-1",
    "999999999999",
    "9".repeat(40),
    "prod_unknown",
    "%00",
    "a%2Fb",
    "1.5",
    "x".repeat(400),
  ])("called %s is not found [UCP-11, UCP-12, SRV-24]", async (name) => {
    const { status, body } = await reader.get(`/products/${name}`)
    expect(status).toBe(404)
    strict("2026-04-08").refusal.parse(body)
  })
})
