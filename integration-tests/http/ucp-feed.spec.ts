import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import {
  type CatalogReader,
  closeCatalog,
  deleteProduct,
  type NumberedProduct,
  openCatalog,
  variant,
} from "../support/catalog"
import { sql } from "../support/database"
import { adminPost } from "../support/merchant"
import { own } from "../support/ucp-schemas"
import { world } from "../support/world"

interface Feed {
  readonly currency: string
  readonly products: (NumberedProduct & { deleted?: boolean })[]
}

interface Manifest {
  readonly total_products: number
  readonly chunk_size: number
  readonly chunks: { index: number; url: string; count: number; etag: string }[]
}

let reader: CatalogReader

beforeAll(async () => {
  reader = await openCatalog()
})

afterAll(closeCatalog)

function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const url = path.startsWith("http") ? path : `${world().base_url}/gw-ucp/v1/products/${path}`
  return fetch(url, { headers: { authorization: `Bearer ${reader.token}`, ...headers } })
}

async function feed(query = "", headers = {}): Promise<Feed> {
  const response = await ask(`feed.json${query}`, headers)
  expect(response.status).toBe(200)
  return own("2026-04-08").feed.parse(await response.json()) as Feed
}

/** The current ETag of the feed, once changes by other tests have reached the catalog. */
async function settledTag(): Promise<string> {
  return eventually(async () => {
    const tag = (await ask("feed.json")).headers.get("etag") ?? ""
    const again = await ask("feed.json", { "if-none-match": tag })
    return again.status === 304 && (await again.text()) === "" ? tag : undefined
  })
}

const ids = ({ products }: Feed) => products.map(({ id }) => id)

describe("the product feed", () => {
  it("lists every product once, in the order of the numbers, with the same members as the lists [UCP-13]", async () => {
    const { products, currency } = await feed("?currency=EUR")
    const listed = (await reader.page("/products?limit=100&currency=EUR")).products
    expect(currency).toBe("EUR")
    expect([...products].reverse()).toEqual(listed)
  })

  it("is sent as one JSON line per product, and compressed, on request [CAT-08]", async () => {
    const all = await feed()
    const lines = await ask("feed.json", { accept: "application/x-ndjson", "accept-encoding": "identity" })
    expect(lines.headers.get("content-type")).toContain("application/x-ndjson")
    const text = await lines.text()
    expect(text.endsWith("\n")).toBe(true)
    expect(
      text
        .trimEnd()
        .split("\n")
        .map((line) => (JSON.parse(line) as NumberedProduct).id)
    ).toEqual(ids(all))
    const { request } = await import("node:http")
    const raw = await new Promise<{ encoding: unknown; body: Buffer }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${reader.token}`, "accept-encoding": "gzip" }
      request(`${world().base_url}/gw-ucp/v1/products/feed.json`, { headers }, (response) => {
        const pieces: Buffer[] = []
        response.on("data", (piece: Buffer) => pieces.push(piece))
        response.on("end", () =>
          resolve({ encoding: response.headers["content-encoding"], body: Buffer.concat(pieces) })
        )
      })
        .on("error", reject)
        .end()
    })
    expect(raw.encoding).toBe("gzip")
    expect(ids(JSON.parse(gunzipSync(raw.body).toString()) as Feed)).toEqual(ids(all))
  })

  it("answers 304 to its ETag, until a product changes [CAT-09]", async () => {
    const { medusa_id } = await reader.listed({ title: "Almanac", variants: [variant(7)] })
    const etag = await settledTag()
    await adminPost(`/admin/products/${medusa_id}`, { title: "Almanac of the year" })
    await eventually(
      async () => (await ask("feed.json", { "if-none-match": etag })).status === 200 || undefined
    )
  })

  it("is sent again also when the changed product has an older timestamp than another product [CAT-09]", async () => {
    const { medusa_id } = await reader.listed({ title: "Gazette", variants: [variant(6)] })
    // Simulates timestamps from a machine whose clock is ahead.
    const later = "update gw_catalog_offer set changed_at = changed_at + $1::interval where product_id <> $2"
    await sql(later, ["1 hour", medusa_id])
    try {
      const etag = await settledTag()
      await adminPost(`/admin/products/${medusa_id}`, { title: "Gazette of the day" })
      await eventually(
        async () => (await ask("feed.json", { "if-none-match": etag })).status === 200 || undefined
      )
      expect((await feed()).products.map(({ title }) => title)).toContain("Gazette of the day")
    } finally {
      await sql(later, ["-1 hour", medusa_id])
    }
  })

  it("answers 500 when it cannot be read [CAT-08]", async () => {
    const rename = (from: string, to: string) =>
      sql(`alter table gw_catalog_offer rename column ${from} to ${to}`)
    await rename("tax_included", "not_to_be_found")
    try {
      const response = await ask("feed.json")
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        500,
        "internal_error",
      ])
    } finally {
      await rename("not_to_be_found", "tax_included")
    }
    expect((await feed()).products.length).toBeGreaterThan(0)
  })

  it("with updated_since lists only changed products, and deleted ones as deleted [CAT-10]", async () => {
    const { id, medusa_id } = await reader.listed({ title: "Barometer", variants: [variant(70)] })
    const unchanged = (await feed()).products.find(({ handle }) => handle === "horezu-mug")
    await sql("update gw_catalog_offer set changed_at = changed_at - interval '2 minutes'")
    const since = encodeURIComponent(new Date().toISOString())
    const changes = async () => {
      const { products } = await feed(`?updated_since=${since}`)
      expect(products.map((product) => product.id)).not.toContain(unchanged?.id)
      return products.find((product) => product.medusa_id === medusa_id)
    }
    expect(await changes()).toBeUndefined()
    await adminPost(`/admin/products/${medusa_id}`, { title: "Barometer of brass" })
    expect(await eventually(changes)).toMatchObject({ id, title: "Barometer of brass" })
    await deleteProduct(medusa_id)
    const gone = await eventually(async () => ((await changes())?.deleted ? changes() : undefined))
    expect(gone).toEqual({ id, medusa_id, deleted: true })
    expect(ids(await feed())).not.toContain(id)
  })

  it("with updated_since repeats changes of the minute before, which may have been committed late [CAT-10]", async () => {
    const { medusa_id } = await reader.listed({ title: "Plumb line", variants: [variant(3)] })
    const isListedSince = async (seconds: number) => {
      const moment = new Date(Date.now() + seconds * 1000).toISOString()
      const { products } = await feed(`?updated_since=${encodeURIComponent(moment)}`)
      return products.some((product) => product.medusa_id === medusa_id)
    }
    expect([await isListedSince(0), await isListedSince(90)]).toEqual([true, false])
    expect((await feed("?updated_since=2026-01-01T00:00:00%2B16:00")).products.length).toBeGreaterThan(0)
  })

  it.each([
    "?chunk=-1",
    "?chunk=x",
    "?updated_since=yesterday",
    "?updated_since=",
    "?updated_since=2026-02-31T00:00:00Z",
    "?updated_since=0000-01-01T00:00:00Z",
    "?currency=NOK",
    "?page=1",
  ])("rejects %s with 400 [ERR-13]", async (query) => {
    expect((await ask(`feed.json${query}`)).status).toBe(400)
  })
})

describe("the feed's manifest", () => {
  it("lists the chunks, which together equal the feed, each with its ETag [UCP-14]", async () => {
    const response = await ask("feed/manifest?currency=EUR")
    const manifest: Manifest = own("2026-04-08").feed_manifest.parse(await response.json())
    const all = await feed("?currency=EUR")
    expect(manifest).toMatchObject({ total_products: all.products.length, chunk_size: 1000 })
    const parts = await Promise.all(
      manifest.chunks.map(async ({ url, count, etag }) => {
        const chunk = await ask(url)
        expect(chunk.headers.get("etag")).toBe(etag)
        expect((await ask(url, { "if-none-match": etag })).status).toBe(304)
        const part = (await chunk.json()) as Feed
        expect(part.products).toHaveLength(count)
        return part.products
      })
    )
    expect(parts.flat()).toEqual(all.products)
    const again = await ask("feed/manifest?currency=EUR", {
      "if-none-match": response.headers.get("etag") ?? "",
    })
    expect(again.status).toBe(304)
  })

  it("has an empty feed for a chunk that does not exist [UCP-14]", async () => {
    expect((await feed("?chunk=999999")).products).toEqual([])
  })
})

describe("the mirror of the catalog", () => {
  it.each([
    "/catalog/search?q=mug",
    "/catalog/horezu-mug",
    "/products?limit=1",
    "/products/horezu-mug",
    "/products/feed/manifest",
  ])("answers %s like the canonical path [VER-03]", async (path) => {
    const [own, mirror] = await Promise.all(
      ["gw-ucp/v1", "gw-ucp/catalog/v1"].map((prefix) => ask(`${world().base_url}/${prefix}${path}`))
    )
    expect([mirror?.status, dated(await mirror?.json())]).toEqual([200, dated(await own?.json())])
  })
})

/** An answer without its creation time. */
function dated(answer: unknown): object {
  return { ...(answer as object), generated_at: undefined }
}
