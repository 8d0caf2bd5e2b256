import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type CatalogReader, closeCatalog, openCatalog } from "../support/catalog"
import { ProfileHost, profileIn } from "../support/profile-host"
import { callUcp } from "../support/ucp"
import { strict, VERSIONS } from "../support/ucp-schemas"

let reader: CatalogReader
let host: ProfileHost

beforeAll(async () => {
  host = await ProfileHost.listen()
  reader = await openCatalog()
})

afterAll(async () => {
  host.close()
  await closeCatalog()
})

describe.each(VERSIONS)("the official catalog operations in %s", (version) => {
  let profile: Record<string, string> = {}
  beforeAll(() => {
    profile = { "ucp-agent": `profile="${host.publish(profileIn(version))}"` }
  })

  it("search with the required schema [CAT-07]", async () => {
    const { status, body } = await reader.post(
      "/catalog/search",
      { query: "mug", pagination: { limit: 3 } },
      profile
    )
    expect(status).toBe(200)
    const { products } = strict(version).search.parse(body)
    expect(products[0]?.title).toBe("Horezu Stoneware Mug")
  })

  it.each([
    ["search", { query: "mug" }],
    ["lookup", { ids: ["MUG-SAND"] }],
    ["product", { id: "MUG-SAND" }],
  ] as const)(
    "answer a POST of %s the same below the capability's own prefix [CAT-07, VER-03]",
    async (path, query) => {
      const own = await reader.post(`/catalog/${path}`, query, profile)
      const address = `/gw-ucp/catalog/v1/catalog/${path}`
      const body = JSON.stringify(query)
      const headers = { "content-type": "application/json", ...profile }
      const mirrored = await callUcp(address, reader.token, { method: "POST", body, headers })
      expect([mirrored.status, mirrored.body]).toEqual([200, own.body])
    }
  )

  it("use the context's country and currency as hints, filter, and limit the page size [CAT-07]", async () => {
    const search = {
      context: { address_country: "RO", currency: "RON" },
      filters: { price: { max: 7000 }, categories: ["Ceramics"] },
      pagination: { limit: 5000 },
    }
    const { products, messages } = strict(version).search.parse(
      (await reader.post("/catalog/search", search, profile)).body
    )
    expect(products.map(({ handle }) => handle)).toContain("horezu-mug")
    for (const { price_range } of products) expect(price_range.min.amount).toBeLessThanOrEqual(7000)
    expect([products[0]?.price_range.min.currency, messages]).toEqual(["RON", undefined])
  })

  it("do not compare a price filter in another currency, and return a warning [CAT-07]", async () => {
    const search = { context: { address_country: "RO", currency: "NOK" }, filters: { price: { max: 1 } } }
    for (const [path, body] of [
      ["search", { ...search, query: "mug" }],
      ["lookup", { ...search, ids: ["MUG-SAND"] }],
    ] as const) {
      const answer = await reader.post(`/catalog/${path}`, body, profile)
      const { products, messages } = strict(version)[path].parse(answer.body)
      expect(products[0]?.price_range.min.currency).toBe("RON")
      expect(messages).toMatchObject([{ type: "warning", code: "price_filter_ignored" }])
    }
  })

  it.each([
    [{ available: true }, true],
    [{ available: false }, false],
    [{ price: { max: 1 } }, false],
    [{ price: { min: 1 }, available: true }, true],
    [{ categories: ["ceramics"] }, true],
    [{ categories: ["Textiles"] }, false],
  ])("apply the filters %j to look-ups [CAT-07]", async (filters, passes) => {
    const looked = await reader.post("/catalog/lookup", { ids: ["MUG-SAND"], filters }, profile)
    expect(strict(version).lookup.parse(looked.body).products).toHaveLength(passes ? 1 : 0)
    const shown = await reader.post("/catalog/product", { id: "MUG-SAND", filters }, profile)
    if (passes) strict(version).product.parse(shown.body)
    else strict(version).error.parse(shown.body)
  })

  it("return the first variant when no option is selected [CAT-07]", async () => {
    const [mug] = (await reader.page("/catalog/search?q=MUG-SAND")).products
    const { body } = await reader.post("/catalog/product", { id: mug?.medusa_id }, profile)
    const { product } = strict(version).product.parse(body)
    expect(product.variants.map(({ id }) => id)).toEqual([mug?.variants[0]?.id])
  })

  it("look up products and variants, each once, and report unknown ids [CAT-07]", async () => {
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

  it("return the selectable options of a product, and not_found for an unknown product [CAT-07]", async () => {
    const [mug] = (await reader.page("/catalog/search?q=MUG-SAND")).products
    const query = { id: mug?.medusa_id, selected: [{ name: "Glaze", label: "Sand" }] }
    const { body } = await reader.post("/catalog/product", query, profile)
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
  ])("reject POST /catalog/%s with %j [ERR-13]", async (path, body) => {
    const { status, body: answer } = await reader.post(`/catalog/${path}`, body, profile)
    expect(status).toBe(400)
    expect(strict(version).error.parse(answer).messages[0]?.type).toBe("error")
  })
})
