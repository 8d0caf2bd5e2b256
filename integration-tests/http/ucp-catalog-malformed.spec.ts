import fc from "fast-check"
import { afterAll, beforeAll, describe, it } from "vitest"
import {
  always,
  expectSound,
  mutated,
  mutationOf,
  oneMemberWrong,
  WAIT_TIMEOUT,
  wrongJson,
  wrongText,
} from "../support/malformed"
import { obtainTokens, registerClient, switchSurfaces } from "../support/oauth-client"
import { setRules } from "../support/policy"
import { world } from "../support/world"

let token: string
beforeAll(async () => {
  await switchSurfaces({ ucp_enabled: true })
  const client = await registerClient({ client_type: "ucp_agent" })
  token = (await obtainTokens(client, "customer")).access_token
  await setRules(client.client_id, { limits: { minute: null, hour: null, day: null } })
})
afterAll(() => switchSurfaces({ ucp_enabled: false }))

let requestCount = 0

/** Alternates between the canonical prefix and the mirror of the capability. */
function ask(path: string, init: RequestInit = {}) {
  const prefix = requestCount++ % 2 ? "gw-ucp/catalog/v1" : "gw-ucp/v1"
  const headers = { authorization: `Bearer ${token}` }
  return expectSound(fetch(`${world().base_url}/${prefix}${path}`, { ...init, headers }), "code")
}

const QUERIES: [string, Record<string, string>][] = [
  [
    "/catalog/search",
    {
      q: "mug",
      limit: "5",
      cursor: "W10",
      category: "Ceramics",
      min_price: "1",
      max_price: "2",
      available: "true",
    },
  ],
  ["/products", { limit: "5", country: "RO", currency: "RON", category: "x" }],
  ["/products/feed.json", { chunk: "0", updated_since: "2026-01-01T00:00:00Z", currency: "EUR" }],
  ["/products/feed/manifest", { country: "RO", currency: "RON" }],
  ["/catalog/horezu-mug", { country: "RO", currency: "RON" }],
]

const BODIES: [string, object][] = [
  [
    "/catalog/search",
    {
      query: "mug",
      filters: { categories: ["x"], price: { min: 1, max: 2 } },
      context: { currency: "EUR" },
      pagination: { limit: 3, cursor: "W10" },
    },
  ],
  ["/catalog/lookup", { ids: ["horezu-mug"], context: { address_country: "RO" } }],
  [
    "/catalog/product",
    { id: "horezu-mug", selected: [{ name: "Glaze", label: "Sand" }], preferences: ["Glaze"], context: {} },
  ],
]

describe("the catalog answers or rejects, and never causes a server error", () => {
  it.each(QUERIES)(
    "with one parameter of GET %s wrong [CAT-02, ERR-13]",
    { timeout: WAIT_TIMEOUT },
    async (path, valid) => {
      await always(mutationOf([...Object.keys(valid), "unknown", "__proto__"]), async (mutation) => {
        const query = mutated(valid, { ...mutation, text: mutation.text.slice(0, 3000) })
        await ask(`${path}?${query}`)
      })
    }
  )

  it("for any search text [CAT-02]", { timeout: WAIT_TIMEOUT }, async () => {
    const text = fc.oneof(
      wrongText.map((one) => one.slice(0, 500)),
      fc.string({ unit: "grapheme", maxLength: 60 })
    )
    await always(text, async (q) => void (await ask(`/catalog/search?${new URLSearchParams({ q })}`)))
  })

  it("for any product name [CAT-02]", { timeout: WAIT_TIMEOUT }, async () => {
    const name = fc.string({ unit: "binary", minLength: 1, maxLength: 60 })
    await always(
      name,
      async (one) => void (await ask(`/products/${encodeURIComponent(Buffer.from(one).toString())}`))
    )
  })

  it("for any cursor [CAT-02]", { timeout: WAIT_TIMEOUT }, async () => {
    const position = fc.tuple(fc.oneof(wrongJson, fc.string()), wrongJson, fc.oneof(fc.integer(), wrongJson))
    const cursor = position.map((one) =>
      Buffer.from(JSON.stringify(one)).toString("base64url").slice(0, 4000)
    )
    await always(cursor, async (one) => void (await ask(`/catalog/search?cursor=${one}`)))
  })

  it.each(BODIES)(
    "with one member of POST %s wrong [CAT-02, ERR-13]",
    { timeout: WAIT_TIMEOUT },
    async (path, valid) => {
      const body = fc.oneof(oneMemberWrong<object>(valid), wrongJson)
      await always(body, async (one) => {
        await ask(path, { method: "POST", body: JSON.stringify(one) ?? "" })
      })
    }
  )
})
