import { isDeepStrictEqual } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import {
  CatalogReader,
  closeCatalog,
  deleteProduct,
  makeProduct,
  type NumberedProduct,
  openCatalog,
  type StoreProduct,
  storeProducts,
  variant,
} from "../support/catalog"
import { adminGet, adminPost } from "../support/merchant"
import { strict } from "../support/ucp-schemas"
import { world } from "../support/world"

let reader: CatalogReader

beforeAll(async () => {
  reader = await openCatalog()
})

afterAll(closeCatalog)

describe("prices and stock", () => {
  it.each(["eur", "ron"])(
    "equal those of Medusa's own store API for every product, in %s [CAT-04]",
    async (code) => {
      expect((await storeProducts(world().shop.region_ids[code])).length).toBeGreaterThanOrEqual(12)
      // The index may not have followed yet what other tests have just changed in the store.
      await expect.poll(() => differences(code), { timeout: 120_000, interval: 100 }).toEqual([])
    }
  )
})

/** The products of which the catalog's variants, prices or stock differ from Medusa's in a region. */
async function differences(code: string) {
  const currency = code.toUpperCase()
  const theirs = await storeProducts(world().shop.region_ids[code])
  const ours = (await reader.page(`/products?limit=100&currency=${currency}`)).products
  return theirs.flatMap((product) => {
    const own = ours.find(({ medusa_id }) => medusa_id === product.id)
    const offered = (own?.variants ?? []).map(({ id, price, availability: { available } }) =>
      [id, price.amount, price.currency, available].join(" ")
    )
    const sold = soldIn(product, currency)
    return isDeepStrictEqual(offered.sort(), sold.sort()) ? [] : [{ handle: product.handle, offered, sold }]
  })
}

/** Variants without a price in the region are not sold there. */
function soldIn({ variants }: StoreProduct, currency: string): string[] {
  return variants.flatMap(({ id, calculated_price, ...stock }) => {
    const amount = Math.round(Number(calculated_price?.calculated_amount) * 100)
    const available = !stock.manage_inventory || stock.inventory_quantity > 0
    return calculated_price ? [[id, amount, currency, available].join(" ")] : []
  })
}

describe("a customer's token", () => {
  it("gets the prices of the customer's groups, and other tokens do not [CAT-11]", async () => {
    const { medusa_id, variants } = await reader.listed({ title: "Sextant", variants: [variant(40)] })
    const customers = await adminGet<{ customers: { id: string }[] }>("/admin/customers?has_account=true")
    const made = await adminPost("/admin/customer-groups", { name: "Sailors" })
    const { customer_group: group } = (await made.json()) as { customer_group: { id: string } }
    const list = await adminPost("/admin/price-lists", {
      title: "Sailors",
      description: "Sailors",
      type: "override",
      status: "active",
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

describe("a product that agents may not see", () => {
  it("is absent everywhere: a draft, one without or in another sales channel, and a deleted one [CAT-06]", async () => {
    const product = await reader.listed({ title: "Foghorn", variants: [variant(30, 150, { sku: "FOG-1" })] })
    const { medusa_id, id } = product
    const gone = async () => ((await reader.found(medusa_id)) ? undefined : true)
    await adminPost(`/admin/products/${medusa_id}`, { status: "draft" })
    await eventually(gone)
    await isNowhere(product)
    await adminPost(`/admin/products/${medusa_id}`, { status: "published" })
    await eventually(() => reader.found(medusa_id))
    // A product keeps its number forever.
    expect((await reader.found(medusa_id))?.id).toBe(id)
    const hidden = await makeProduct({ title: "Lighthouse", sales_channels: [], variants: [variant(9)] })
    await deleteProduct(medusa_id)
    await eventually(gone)
    await isNowhere(product)
    expect((await reader.get(`/catalog/${hidden.id}`)).status).toBe(404)
    expect(await reader.titles("/catalog/search?q=lighthouse")).toEqual([])
  })

  it("is one outside the selected sales channels, from the change of the setting on [CAT-06]", async () => {
    const made = await adminPost("/admin/sales-channels", { name: "Wholesale" })
    const { sales_channel: wholesale } = (await made.json()) as { sales_channel: { id: string } }
    const { id } = await makeProduct({
      title: "Capstan",
      variants: [variant(99)],
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

/** Requests a product at every endpoint that could return it. */
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
  it("is the same by number, Medusa id, handle, variant and SKU, at both paths [UCP-11, UCP-12, SRV-24]", async () => {
    const [product] = (await reader.page("/catalog/search?q=MUG-SAND")).products
    const names = [product?.id, product?.medusa_id, product?.handle, product?.variants[0]?.id, "MUG-SAND"]
    for (const path of names.flatMap((name) => [`/catalog/${name}`, `/products/${name}`])) {
      const { status, body } = await reader.get(path)
      expect([path, status, body.product]).toEqual([path, 200, product])
    }
  })

  it("keeps its number whatever the merchant changes, and no other product gets that number [SRV-24]", async () => {
    const { id, medusa_id } = await reader.listed({ title: "Windlass", variants: [variant(60)] })
    const renamed = { title: "Winch", handle: `winch-${id}` }
    await adminPost(`/admin/products/${medusa_id}`, renamed)
    const found = await eventually(async () => {
      const product = await reader.found(medusa_id)
      return product?.title === "Winch" ? product : undefined
    })
    expect([found.id, found.handle]).toEqual([id, renamed.handle])
    await deleteProduct(medusa_id)
    await eventually(async () => ((await reader.found(medusa_id)) ? undefined : true))
    const successor = await reader.listed({ ...renamed, variants: [variant(60)] })
    expect(successor.id).not.toBe(id)
    expect((await reader.get(`/catalog/${id}`)).status).toBe(404)
  })

  it("is found by its number, also when the SKU of another product has the same digits [UCP-11, UCP-12]", async () => {
    const one = await reader.listed({ title: "Anchor", variants: [variant(80)] })
    const other = await reader.listed({
      title: "Chain",
      variants: [variant(70, 350, { sku: String(one.id) })],
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
  ])("named %s is not found [UCP-11, UCP-12, SRV-24]", async (name) => {
    const { status, body } = await reader.get(`/products/${name}`)
    expect(status).toBe(404)
    strict("2026-04-08").refusal.parse(body)
  })
})
