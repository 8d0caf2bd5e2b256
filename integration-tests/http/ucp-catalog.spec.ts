import Ajv2020 from "ajv/dist/2020"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import {
  CatalogReader,
  deleteProduct,
  makeProduct,
  type NumberedProduct,
  storeProducts,
  variant,
} from "../support/catalog"
import { sql } from "../support/database"
import { adminGet, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { ProfileHost, profileIn } from "../support/profile-host"
import { strict, VERSIONS } from "../support/ucp-schemas"
import { world } from "../support/world"

let reader: CatalogReader
let host: ProfileHost
const made: string[] = []

beforeAll(async () => {
  await switchSurfaces({ ucp_enabled: true })
  host = await ProfileHost.listen()
  reader = await CatalogReader.withAllScopes()
  await reader.ready()
}, 120_000)

afterAll(async () => {
  host.close()
  for (const id of made) await deleteProduct(id)
  await switchSurfaces({ ucp_enabled: false })
})

/** A product that is in the catalog by the event of its making. */
async function listed(product: object): Promise<NumberedProduct> {
  const { id } = await makeProduct(product)
  made.push(id)
  return eventually(() => found(id), 10)
}

async function found(id: string): Promise<NumberedProduct | undefined> {
  const { status, body } = await reader.get(`/catalog/${id}?currency=EUR`)
  return status === 200 ? (body.product as unknown as NumberedProduct) : undefined
}

describe("the catalog search", () => {
  it("finds by words of the title first, then by what a product is filed under and its description [UCP-10, UCP-15]", async () => {
    const titles = await reader.titles("/catalog/search?q=mug")
    expect(titles[0]).toBe("Horezu Stoneware Mug")
    expect(await reader.titles("/catalog/search?q=spiral%20glaze")).toContain("Horezu Stoneware Mug")
    expect(await reader.titles("/catalog/search?q=MUG-COBALT")).toEqual(["Horezu Stoneware Mug"])
    expect(await reader.titles("/catalog/search?q=ceramics%20vase")).toEqual(["Marginea Black Vase"])
    expect(await reader.titles("/catalog/search?q=nothing-is-called-so")).toEqual([])
  })

  it.each([
    ["the beginning of the last word", "stonew"],
    ["a letter left out", "stonware"],
    ["a letter too many", "stonnewares"],
    ["another letter", "stonewere"],
    ["two letters swapped", "stonweare"],
    ["accents and capitals", "STÖNEWÂRE"],
    ["another form of the word", "mugs"],
    ["a mistake beside a right word", "horezu stonwear mug"],
  ])("finds in spite of %s [CAT-01]", async (_, q) => {
    expect((await reader.titles(`/catalog/search?q=${encodeURIComponent(q)}`))[0]).toBe(
      "Horezu Stoneware Mug"
    )
  })

  it("takes SQL's and the search's own signs for what they are: nothing [CAT-02]", async () => {
    for (const q of ["%", "_", "*", "'", "\\", "mug' or 1=1 --", "a & b | !c", ":*", "(((", "mug:*A", "🦊"]) {
      const { status, body } = await reader.get(`/catalog/search?q=${encodeURIComponent(q)}`)
      expect([q, status]).toEqual([q, 200])
      strict("2026-04-08")
      expect((body.products as unknown as unknown[]).length).toBeLessThanOrEqual(12)
    }
    expect(await reader.titles(`/catalog/search?q=${encodeURIComponent("100%")}`)).not.toHaveLength(12)
  })

  it("pages through everything once, with words and without [CAT-03]", async () => {
    for (const query of ["", "q=horezu&", "category=ceramics&"]) {
      const all = (await reader.page(`/catalog/search?${query}limit=100`)).products.map(({ id }) => id)
      const paged: number[] = []
      for (let cursor: string | undefined = ""; cursor !== undefined;) {
        const page = await reader.page(`/catalog/search?${query}limit=2${cursor && `&cursor=${cursor}`}`)
        expect(page.products.length).toBeLessThanOrEqual(2)
        paged.push(...page.products.map(({ id }) => id))
        cursor = page.pagination.cursor
      }
      expect([query, paged]).toEqual([query, all])
      expect(all.length).toBeGreaterThan(1)
    }
  })

  it("narrows by category, by price in the region's minor units, and by what can be bought [CAT-03]", async () => {
    const ceramics = await reader.page("/catalog/search?category=Ceramics")
    expect(ceramics.products.map(({ handle }) => handle)).toContain("horezu-mug")
    expect(ceramics.products.map(({ handle }) => handle)).not.toContain("sibiu-runner")
    const cheap = await reader.page("/catalog/search?max_price=1400&currency=EUR&limit=100")
    expect(cheap.products.length).toBeGreaterThan(0)
    for (const { price_range } of cheap.products) expect(price_range.min.amount).toBeLessThanOrEqual(1400)
    const dear = await reader.page("/catalog/search?min_price=1401&currency=EUR&limit=100")
    for (const { price_range } of dear.products) expect(price_range.max.amount).toBeGreaterThan(1400)
    for (const { variants } of (await reader.page("/catalog/search?available=true&limit=100")).products)
      expect(variants.some(({ availability }) => availability.available)).toBe(true)
  })

  it.each([
    "limit=0",
    "limit=101",
    "limit=ten",
    "limit=",
    "limit=1e2",
    "min_price=-1",
    "min_price=1.5",
    "available=maybe",
    "currency=eur",
    "currency=ZZZ",
    "currency=NOK",
    "country=Germany",
    "country=NO",
    "cursor=nonsense",
    `cursor=${Buffer.from('["mug",1]').toString("base64url")}`,
    `cursor=${Buffer.from('["a; drop table x",1,1]').toString("base64url")}`,
    `cursor=${Buffer.from('["mug",1e99,1]').toString("base64url")}`,
    `q=${"x".repeat(501)}`,
    "colour=red",
    "q=a%00b",
  ])("refuses ?%s with 400, and says what is wrong [ERR-13]", async (query) => {
    const { status, body } = await reader.get(`/catalog/search?${query}`)
    expect(status).toBe(400)
    expect(strict("2026-04-08").refusal.parse(body).data.status).toBe(400)
    expect(body.code).toBe("invalid_params")
  })
})

describe("the parameters the discovery document advertises", () => {
  it.each([
    ["", true],
    ["q=mug&limit=100", true],
    ["category=Ceramics&min_price=0&max_price=999999999999&available=false", true],
    ["country=RO&currency=RON", true],
    ["limit=0", false],
    ["limit=101", false],
    ["min_price=-1", false],
    ["available=yes", false],
    ["country=ro", false],
    ["currency=ron", false],
    ["colour=red", false],
    [`q=${"x".repeat(501)}`, false],
  ])("are the ones that are taken: ?%s %s [UCP-15, UCP-02]", async (query, isTaken) => {
    const { body } = await reader.get("/discovery")
    const validate = new Ajv2020({ strict: false }).compile(body.catalog_search_parameters as object)
    expect(validate(Object.fromEntries(new URLSearchParams(query)))).toBe(isTaken)
    expect((await reader.get(`/catalog/search?${query}`)).status).toBe(isTaken ? 200 : 400)
  })
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
    const { medusa_id, variants } = await listed({ title: "Weathervane", variants: [variant(20)] })
    const [{ id: variant_id } = { id: "" }] = variants
    const changed = await adminPost(`/admin/products/${medusa_id}/variants/${variant_id}`, {
      prices: [{ amount: 25, currency_code: "eur" }],
    })
    expect([changed.status, await changed.text()]).toEqual([200, expect.any(String)])
    const price = async () => (await found(medusa_id))?.variants[0]?.price.amount
    await eventually(async () => ((await price()) === 2500 ? true : undefined), 10)
    const list = await adminPost("/admin/price-lists", {
      title: "Sale",
      description: "Sale",
      type: "sale",
      status: "active",
      prices: [{ variant_id, amount: 18, currency_code: "eur" }],
    })
    expect(list.status).toBe(200)
    await eventually(async () => ((await price()) === 1800 ? true : undefined), 10)
    expect((await found(medusa_id))?.variants[0]).toMatchObject({
      list_price: { amount: 2500, currency: "EUR" },
    })
  })
})

describe("a customer's token", () => {
  it("is told the prices of the customer's groups, and nobody else is [CAT-11]", async () => {
    const { medusa_id, variants } = await listed({ title: "Sextant", variants: [variant(40)] })
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
    const { medusa_id } = await listed({ title: `Hourglass of ${what}`, variants: [variant(12)] })
    await isNoticed(medusa_id, written)
  })

  it("stock another system has written is found by looking, and so is that it is back [CAT-05]", async () => {
    const [{ medusa_id } = { medusa_id: "" }] = (await reader.page("/catalog/search?q=BOWL-28")).products
    const levels = `update inventory_level set stocked_quantity = reserved_quantity + $2
      where inventory_item_id in (select i.inventory_item_id from product_variant_inventory_item i
        join product_variant v on v.id = i.variant_id where v.product_id = $1)`
    await isNoticed(medusa_id, levels, 0)
    expect((await found(medusa_id))?.variants[0]?.availability).toEqual({
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
  await eventually(async () => ((await told(id)) === before ? undefined : true), 10)
}

/** All that is told of a product, or that there is none. */
async function told(id: string): Promise<string> {
  return JSON.stringify((await found(id)) ?? "nothing")
}

describe("what is not for agents", () => {
  it("a draft, a product of no or another sales channel, and a deleted one are nowhere [CAT-06]", async () => {
    const { medusa_id, id } = await listed({ title: "Foghorn", variants: [variant(30)] })
    const gone = async () => ((await found(medusa_id)) ? undefined : true)
    await adminPost(`/admin/products/${medusa_id}`, { status: "draft" })
    await eventually(gone, 10)
    for (const path of [`/catalog/${id}`, `/products/${id}`, "/products/foghorn", `/products/${medusa_id}`])
      expect((await reader.get(path)).status).toBe(404)
    expect(await reader.titles("/catalog/search?q=foghorn")).toEqual([])
    const lookup = await reader.post("/catalog/lookup", { ids: [medusa_id] })
    expect(lookup.body).toMatchObject({ products: [], messages: [{ code: "not_found", content: medusa_id }] })
    await adminPost(`/admin/products/${medusa_id}`, { status: "published" })
    await eventually(() => found(medusa_id), 10)
    // The number is the product's for good.
    expect((await found(medusa_id))?.id).toBe(id)
    const hidden = await makeProduct({ title: "Lighthouse", sales_channels: [], variants: [variant(9)] })
    made.push(hidden.id)
    await deleteProduct(medusa_id)
    await eventually(gone, 10)
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

describe.each(VERSIONS)("UCP's own catalog in %s", (version) => {
  let profile: Record<string, string> = {}
  beforeAll(() => {
    profile = { "ucp-agent": `profile="${host.publish(profileIn(version))}"` }
  })

  it("searches, in the form UCP demands [CAT-07]", async () => {
    const { status, body } = await reader.post(
      "/catalog/search",
      { query: "mug", pagination: { limit: 3 } },
      profile
    )
    expect(status).toBe(200)
    const { products } = strict(version).search.parse(body)
    expect(products[0]?.title).toBe("Horezu Stoneware Mug")
  })

  it("hears a context's country and currency as hints, filters, and clamps the page [CAT-07]", async () => {
    const search = {
      context: { address_country: "RO", currency: "NOK" },
      filters: { price: { max: 7000 }, categories: ["Ceramics"] },
      pagination: { limit: 5000 },
    }
    const { products } = strict(version).search.parse(
      (await reader.post("/catalog/search", search, profile)).body
    )
    expect(products.map(({ handle }) => handle)).toContain("horezu-mug")
    expect(products[0]?.price_range.min.currency).toBe("RON")
  })

  it("looks up products and variants, each once, and names what is unknown [CAT-07]", async () => {
    const [mug] = (await reader.page("/catalog/search?q=MUG-SAND")).products
    const ids = [mug?.medusa_id, mug?.variants[1]?.id, mug?.medusa_id, "prod_missing"]
    const { body } = await reader.post("/catalog/lookup", { ids }, profile)
    const { products, messages } = strict(version).lookup.parse(body)
    expect(products).toHaveLength(1)
    expect(products[0]?.variants.map(({ inputs }) => inputs.map(({ match }) => match))).toEqual([
      ["featured"],
      ["exact"],
    ])
    expect(messages).toMatchObject([{ type: "info", code: "not_found", content: "prod_missing" }])
  })

  it("tells what can be chosen of one product; of an unknown one that there is none [CAT-07]", async () => {
    const [mug] = (await reader.page("/catalog/search?q=MUG-SAND")).products
    const asked = { id: mug?.medusa_id, selected: [{ name: "Glaze", label: "Sand" }] }
    const { body } = await reader.post("/catalog/product", asked, profile)
    const { product } = strict(version).product.parse(body)
    expect(product.selected).toEqual([{ name: "Glaze", label: "Sand" }])
    expect(product.variants.map(({ sku }) => sku)).toEqual(["MUG-SAND"])
    const none = await reader.post("/catalog/product", { id: "prod_none" }, profile)
    expect(none.status).toBe(200)
    expect(strict(version).error.parse(none.body).messages[0]).toMatchObject({ code: "not_found" })
  })

  it.each([
    ["search", {}],
    ["search", { query: 7 }],
    ["search", { query: "a", pagination: { limit: 0 } }],
    ["search", { query: "a", pagination: { cursor: "zzz" } }],
    ["search", { filters: { price: { min: -1 } } }],
    ["search", []],
    ["search", "{"],
    ["lookup", { ids: [] }],
    ["lookup", { ids: "prod_1" }],
    ["lookup", { ids: Array.from({ length: 101 }, (_, n) => `prod_${n}`) }],
    ["product", {}],
    ["product", { id: 12 }],
    ["product", { id: "x", selected: "red" }],
  ])("refuses POST /catalog/%s with %j [ERR-13]", async (path, body) => {
    const { status, body: answer } = await reader.post(`/catalog/${path}`, body, profile)
    expect(status).toBe(400)
    strict(version).refusal.parse(answer)
  })
})
