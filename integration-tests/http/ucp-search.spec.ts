import Ajv2020 from "ajv/dist/2020"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type CatalogReader, closeCatalog, openCatalog } from "../support/catalog"
import { strict } from "../support/ucp-schemas"

let reader: CatalogReader

beforeAll(async () => {
  reader = await openCatalog()
})

afterAll(closeCatalog)

describe("the catalog search", () => {
  it("finds products by title first, then by category, tags and description [UCP-10, UCP-15]", async () => {
    const titles = await reader.titles("/catalog/search?q=mug")
    expect(titles[0]).toBe("Horezu Stoneware Mug")
    expect(await reader.titles("/catalog/search?q=spiral%20glaze")).toContain("Horezu Stoneware Mug")
    expect(await reader.titles("/catalog/search?q=MUG-COBALT")).toEqual(["Horezu Stoneware Mug"])
    expect(await reader.titles("/catalog/search?q=ceramics%20vase")).toEqual(["Marginea Black Vase"])
    expect(await reader.titles("/catalog/search?q=nothing-is-called-so")).toEqual([])
  })

  it.each([
    ["an incomplete last word", "stonew"],
    ["a missing letter", "stonware"],
    ["an extra letter", "stonnewares"],
    ["a wrong letter", "stonewere"],
    ["two letters swapped", "stonweare"],
    ["accents and capitals", "STÖNEWÂRE"],
    ["another form of the word", "mugs"],
    ["a misspelled word next to a correct one", "horezu stonwear mug"],
  ])("finds a product despite %s [CAT-01]", async (_, q) => {
    expect((await reader.titles(`/catalog/search?q=${encodeURIComponent(q)}`))[0]).toBe(
      "Horezu Stoneware Mug"
    )
  })

  it("treats SQL and search operators as plain text [CAT-02]", async () => {
    for (const q of ["%", "_", "*", "'", "\\", "mug' or 1=1 --", "a & b | !c", ":*", "(((", "mug:*A", "🦊"]) {
      const { status, body } = await reader.get(`/catalog/search?q=${encodeURIComponent(q)}`)
      expect([q, status]).toEqual([q, 200])
      expect((body.products as unknown as unknown[]).length).toBeLessThanOrEqual(12)
    }
    expect(await reader.titles(`/catalog/search?q=${encodeURIComponent("100%")}`)).not.toHaveLength(12)
  })

  it("pages through all products once, with and without search words [CAT-03]", async () => {
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

  it("filters by category, by price in the region's minor units, and by availability [CAT-03]", async () => {
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
    "color=red",
    "q=a%00b",
  ])("rejects ?%s with 400 and the reason [ERR-13]", async (query) => {
    const { status, body } = await reader.get(`/catalog/search?${query}`)
    expect(status).toBe(400)
    expect(strict("2026-04-08").refusal.parse(body).data.status).toBe(400)
    expect(body.code).toBe("invalid_params")
  })
})

it("a cursor with unusual search words is harmless [CAT-02]", async () => {
  for (const words of ["a  b", " a", "a ,b", ",", " "]) {
    const cursor = Buffer.from(JSON.stringify([words, 1, 1])).toString("base64url")
    expect([words, (await reader.get(`/catalog/search?cursor=${cursor}`)).status]).toEqual([words, 200])
  }
})

describe("the search parameters in the discovery document", () => {
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
    ["color=red", false],
    [`q=${"x".repeat(501)}`, false],
  ])("match the accepted ones: ?%s %s [UCP-15, UCP-02]", async (query, isTaken) => {
    const { body } = await reader.get("/discovery")
    const validate = new Ajv2020({ strict: false }).compile(body.catalog_search_parameters as object)
    expect(validate(Object.fromEntries(new URLSearchParams(query)))).toBe(isTaken)
    expect((await reader.get(`/catalog/search?${query}`)).status).toBe(isTaken ? 200 : 400)
  })
})
