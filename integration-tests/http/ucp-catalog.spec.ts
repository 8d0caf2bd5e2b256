import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import {
  CatalogReader,
  deleteMade,
  deleteProduct,
  makeProduct,
  type NumberedProduct,
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

  it("follow a change of the stock by its event [CAT-05]", async () => {
    const [{ medusa_id, variants: [lamp] } = { medusa_id: "", variants: [] }] = (
      await reader.page("/catalog/search?q=BOWL-28")
    ).products
    const { inventory_items: items } = await adminGet<{ inventory_items: InventoryItem[] }>(
      `/admin/inventory-items?sku=${lamp?.sku}`
    )
    const [{ id, location_levels: [level] } = { id: "", location_levels: [] }] = items
    const stocked = (stocked_quantity: number) =>
      adminPost(`/admin/inventory-items/${id}/location-levels/${level?.location_id}`, { stocked_quantity })
    const available = async () => (await reader.found(medusa_id))?.variants[0]?.availability.available
    try {
      expect((await stocked(level?.reserved_quantity ?? 0)).status).toBe(200)
      await eventually(async () => ((await available()) === false ? true : undefined))
    } finally {
      await stocked(level?.stocked_quantity ?? 0)
    }
    await eventually(async () => ((await available()) ? true : undefined))
  })

  it("follow a change of an option's name and of its values by their events [CAT-05]", async () => {
    const { medusa_id } = await reader.listed({ title: "Barrel", variants: [variant(60)] })
    const path = `/admin/products/${medusa_id}`
    const { product } = await adminGet<{ product: { options: { id: string }[] } }>(`${path}?fields=*options`)
    const renamed = await adminPost(`/admin/product-options/${product.options[0]?.id}`, { title: "Volume" })
    expect(renamed.status).toBe(200)
    await eventually(async () =>
      JSON.stringify(await reader.found(medusa_id)).includes('"Volume"') ? true : undefined
    )
  })

  it("follow a change of the price and of a price list by their events, long before anything is compared [CAT-05]", async () => {
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
    [
      "a product that was filed under a category on the category's page",
      `insert into product_category_product (product_id, product_category_id)
       select $1, id from product_category where deleted_at is null and is_active limit 1`,
    ],
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

it("what every price hangs on is compared, too: how the store shows tax [CAT-05]", async () => {
  const { medusa_id } = await reader.listed({ title: "Ledger", variants: [variant(8)] })
  const read_at = async () =>
    (
      await sql<{ at: string }>("select read_at::text as at from gw_catalog_product where product_id = $1", [
        medusa_id,
      ])
    )[0]?.at
  const compared = () => sql("update gw_catalog_sweep set swept_at = '-infinity'")
  await compared()
  await eventually(
    async () => (await sql("select 1 from gw_catalog_sweep where surroundings is not null"))[0]
  )
  await sql(`insert into price_preference (id, attribute, value, is_tax_inclusive)
             values ('prpref_test', 'currency_code', 'xts', true)`)
  try {
    const before = await read_at()
    await compared()
    await eventually(async () => ((await read_at()) === before ? undefined : true))
  } finally {
    await sql("delete from price_preference where id = 'prpref_test'")
  }
})

interface InventoryItem {
  readonly id: string
  readonly location_levels: readonly {
    readonly location_id: string
    readonly stocked_quantity: number
    readonly reserved_quantity: number
  }[]
}

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
    const product = await reader.listed({ title: "Foghorn", variants: [variant(30, 150, { sku: "FOG-1" })] })
    const { medusa_id, id } = product
    const gone = async () => ((await reader.found(medusa_id)) ? undefined : true)
    await adminPost(`/admin/products/${medusa_id}`, { status: "draft" })
    await eventually(gone)
    await isNowhere(product)
    await adminPost(`/admin/products/${medusa_id}`, { status: "published" })
    await eventually(() => reader.found(medusa_id))
    // The number is the product's for good.
    expect((await reader.found(medusa_id))?.id).toBe(id)
    const hidden = await makeProduct({ title: "Lighthouse", sales_channels: [], variants: [variant(9)] })
    await deleteProduct(medusa_id)
    await eventually(gone)
    await isNowhere(product)
    expect((await reader.get(`/catalog/${hidden.id}`)).status).toBe(404)
    expect(await reader.titles("/catalog/search?q=lighthouse")).toEqual([])
  })

  it("is what is sold in channels the merchant has not named, from the moment the others are named [CAT-06]", async () => {
    const made = await adminPost("/admin/sales-channels", { name: "Wholesale" })
    const { sales_channel: wholesale } = (await made.json()) as { sales_channel: { id: string } }
    const { id } = await makeProduct({
      ...{ title: "Capstan", variants: [variant(99)] },
      sales_channels: [{ id: wholesale.id }],
    })
    const [mug] = (await reader.page("/catalog/search?q=MUG-SAND")).products
    expect(await reader.found(id)).toBeUndefined()
    const settings = "/admin/agentic-commerce/settings"
    expect((await adminPost(settings, { ucp_sales_channels: [wholesale.id] })).status).toBe(200)
    try {
      await eventually(async () =>
        (await reader.titles("/products?limit=100")).join() === "Capstan" ? true : undefined
      )
      expect(await reader.found(mug?.medusa_id ?? "")).toBeUndefined()
      expect(await reader.titles("/catalog/search?q=mug")).toEqual([])
    } finally {
      await adminPost(settings, { ucp_sales_channels: [] })
    }
    await reader.ready()
    await eventually(async () => ((await reader.found(id)) ? undefined : true))
  })
})

/** Asks for a product wherever one can be asked for. */
async function isNowhere({ id, medusa_id, handle, title, variants }: NumberedProduct): Promise<void> {
  const [{ id: variant_id, sku } = { id: "", sku: "" }] = variants
  const names = [String(id), medusa_id, handle, variant_id, ...(sku ? [sku] : [])]
  for (const path of names.flatMap((name) => [`/catalog/${name}`, `/products/${name}`]))
    expect([path, (await reader.get(path)).status]).toEqual([path, 404])
  const { body: looked } = await reader.post("/catalog/lookup", { ids: names })
  expect(looked).toMatchObject({ products: [] })
  for (const name of names)
    expect((await reader.post("/catalog/product", { id: name })).body).not.toHaveProperty("product")
  const lists = [`/catalog/search?q=${title}`, "/catalog/search?limit=100", "/products?limit=100"]
  for (const path of [...lists, "/products/feed.json", "/products/feed.json?chunk=0"]) {
    const { body } = await reader.get(path)
    expect([path, JSON.stringify(body).includes(medusa_id)]).toEqual([path, false])
  }
  const { body: searched } = await reader.post("/catalog/search", { query: title })
  expect(JSON.stringify(searched)).not.toContain(medusa_id)
}

describe("one product", () => {
  it("is the same by number, Medusa's id, handle, variant and SKU, under both addresses [UCP-11, UCP-12, SRV-24]", async () => {
    const [product] = (await reader.page("/catalog/search?q=MUG-SAND")).products
    const names = [product?.id, product?.medusa_id, product?.handle, product?.variants[0]?.id, "MUG-SAND"]
    for (const path of names.flatMap((name) => [`/catalog/${name}`, `/products/${name}`])) {
      const { status, body } = await reader.get(path)
      expect([path, status, body.product]).toEqual([path, 200, product])
    }
  })

  it("is the one with that number, also where another one's article number is made of the same digits [UCP-11, UCP-12]", async () => {
    const one = await reader.listed({ title: "Anchor", variants: [variant(80)] })
    const other = await reader.listed({
      ...{ title: "Chain", variants: [variant(70, 350, { sku: String(one.id) })] },
    })
    for (const path of ["/catalog", "/products"])
      expect((await reader.get(`${path}/${one.id}`)).body.product).toMatchObject({ title: "Anchor" })
    const { body } = await reader.post("/catalog/product", { id: String(one.id) })
    expect(body.product).toMatchObject({ id: one.medusa_id })
    const ids = [String(one.id), other.medusa_id]
    const looked = await reader.post("/catalog/lookup", { ids })
    expect(looked.body.products).toMatchObject([{ id: one.medusa_id }, { id: other.medusa_id }])
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
