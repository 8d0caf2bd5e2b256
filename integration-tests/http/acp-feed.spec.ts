import { gunzipSync } from "node:zlib"
import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent } from "../support/acp"
import { expectIs, expectIsOfFeed } from "../support/acp-schemas"
import { eventually } from "../support/agent"
import { type CatalogReader, deleteProduct, makeProduct, variant } from "../support/catalog"
import { switchSurfaces } from "../support/oauth-client"
import { changeSettings } from "../support/policy"
import { closeAcpShop, openAcpShop } from "../support/shop"
import { world } from "../support/world"

let buyer: AcpAgent
let reader: AcpAgent
let catalog: CatalogReader
let item: string

beforeAll(async () => {
  ;({ agent: buyer, item, catalog } = await openAcpShop("Theodolite"))
  reader = await AcpAgent.of("admin", "acp:feed:read")
  await changeSettings({ acp_feed_enabled: true })
})

afterAll(async () => {
  await changeSettings({ acp_feed_enabled: false })
  await closeAcpShop()
})

interface FeedProduct {
  readonly id: string
  readonly title: string
  readonly variants: readonly {
    readonly id: string
    readonly price: { readonly amount: number; readonly currency: string }
    readonly availability: object
    readonly seller: { readonly name?: string }
  }[]
}

const PRODUCTS = "/feed/products.jsonl"

const headersOf = ({ token, version }: AcpAgent) => ({
  authorization: `Bearer ${token}`,
  "api-version": version,
})

const ask = (path: string, of = reader, headers: Record<string, string> = {}) =>
  fetch(`${world().base_url}/gw-acp/v1${path}`, { headers: { ...headersOf(of), ...headers } })

const productsIn = (text: string) =>
  text.split("\n").flatMap((line) => (line ? [JSON.parse(line) as FeedProduct] : []))

/** The feed's products in euros, each checked against the protocol's schema. */
async function products(): Promise<FeedProduct[]> {
  const response = await ask(`${PRODUCTS}?currency=EUR`)
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "application/jsonl; charset=utf-8",
  ])
  const all = productsIn(await response.text())
  for (const one of all) expectIsOfFeed("Product", one)
  return all
}

/** The status and the protocol's error code of a refused read. */
async function refusal(of: AcpAgent, path = PRODUCTS) {
  const response = await ask(path, of)
  const body = (await response.json()) as { code: string }
  expectIs("Error", body, of.version)
  return [response.status, body.code]
}

describe("the product feed of ACP", () => {
  it("has every product that agents can buy, once, with the prices and stock of the catalog [ACP-46]", async () => {
    const all = await products()
    const listed = (await catalog.page("/products?limit=100&currency=EUR")).products
    expect(all.map(({ id }) => id).sort()).toEqual(listed.map(({ medusa_id }) => medusa_id).sort())
    for (const { medusa_id, variants } of listed) {
      const shown = all.find(({ id }) => id === medusa_id)?.variants
      expect(shown).toMatchObject(
        variants.map(({ id, price, availability }) => ({ id, price, availability }))
      )
    }
    expect(all[0]?.variants[0]?.seller.name).toEqual(expect.any(String))
  })

  it("has the ids and prices with which a session can be created [ACP-46]", async () => {
    const found = (await products()).flatMap(({ variants }) => variants).find(({ id }) => id === item)
    const session = await buyer.session(buyer.create([[item, 1]]), 201)
    expect(session.line_items[0]).toMatchObject({ item: { id: found?.id }, unit_amount: found?.price.amount })
  })

  it("is compressed on request, and not sent again while nothing has changed [ACP-46]", async () => {
    const euros = `${PRODUCTS}?currency=EUR`
    const plain = await ask(euros, reader, { "accept-encoding": "identity" })
    const raw = await new Promise<Buffer>((resolve, reject) => {
      const headers = { ...headersOf(reader), "accept-encoding": "gzip" }
      const sent = request(`${world().base_url}/gw-acp/v1${euros}`, { headers }, (response) => {
        const parts: Buffer[] = []
        response.on("data", (part: Buffer) => parts.push(part)).on("end", () => resolve(Buffer.concat(parts)))
      })
      sent.on("error", reject).end()
    })
    expect(gunzipSync(raw).toString()).toBe(await plain.text())
    const tag = String(plain.headers.get("etag"))
    expect((await ask(euros, reader, { "if-none-match": tag })).status).toBe(304)
    expect((await ask(`${PRODUCTS}?currency=RON`, reader, { "if-none-match": tag })).status).toBe(200)
  })

  it("has metadata with its market and the time of its last change [ACP-46]", async () => {
    const read = async () => {
      const body = (await (await ask("/feed/metadata.json?country=DE")).json()) as Record<string, string>
      expectIsOfFeed("FeedMetadata", body)
      return body
    }
    const before = await read()
    expect(before.target_country).toBe("DE")
    await catalog.listed({ title: "Gnomon", variants: [variant(3)] })
    const after = await read()
    expect([after.id, String(after.updated_at) > String(before.updated_at)]).toEqual([before.id, true])
    expect(await refusal(reader, "/feed/metadata.json?country=ZZ")).toEqual([400, "invalid_params"])
  })

  it("needs its scope, its version, and the merchant's switch [ACP-47]", async () => {
    const older = await AcpAgent.of("admin", "acp:feed:read")
    older.version = "2026-01-30"
    const other = await AcpAgent.of("admin", "acp:checkout:read acp:orders:read")
    for (const path of [PRODUCTS, "/feed/metadata.json"]) {
      expect(await refusal(other, path)).toEqual([403, "forbidden"])
      expect(await refusal(older, path)).toEqual([404, "not_found"])
      await changeSettings({ acp_feed_enabled: false })
      expect(await refusal(reader, path)).toEqual([404, "not_found"])
      await changeSettings({ acp_feed_enabled: true })
    }
  })

  it("follows the store while UCP is off [ACP-47]", async () => {
    await switchSurfaces({ ucp_enabled: false })
    const made = await makeProduct({ title: "Astrarium", variants: [variant(1)] })
    const shown = () => products().then((all) => all.some(({ id }) => id === made.id))
    await eventually(async () => (await shown()) || undefined)
    await deleteProduct(made.id)
    await eventually(async () => !(await shown()) || undefined)
    await switchSurfaces({ ucp_enabled: true })
  })
})
