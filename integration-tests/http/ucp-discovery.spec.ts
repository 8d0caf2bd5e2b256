import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { switchSurfaces } from "../support/oauth-client"
import { callUcp, refusal, ucpToken } from "../support/ucp"
import { strict } from "../support/ucp-schemas"
import { world } from "../support/world"

const { base_url } = world()
const MANIFESTS = ["/.well-known/ucp", "/.well-known/ucp.json"]
const LEAF = "/.well-known/ucp/2026-08-25"
const DISCOVERY = "/gw-ucp/v1/discovery"

interface Entry {
  version: string
  spec: string
  schema: string
  config?: { scopes: Record<string, { description: { plain: string } }> }
}
interface Profile {
  ucp: {
    version: string
    supported_versions?: Record<string, string>
    services: Record<string, Record<string, string>[]>
    capabilities: Record<string, [Entry]>
    payment_handlers: object
  }
  signing_keys?: object[]
  keys: object[]
  authorization_server: object
  routes?: { method: string; path: string; token: boolean; scope?: string }[]
}

const at = (path: string, init: RequestInit = {}) =>
  fetch(path.startsWith("http") ? path : base_url + path, { redirect: "manual", ...init })
const read = async (path: string) => (await (await at(path)).json()) as Profile

beforeAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true }))
afterAll(() => switchSurfaces({ ucp_enabled: false }))

describe.each(MANIFESTS)("the manifest at %s", (path) => {
  it("lists services and capabilities with their endpoints, in 2026-04-08 [UCP-01, SRV-09]", async () => {
    const { ucp } = await read(path)
    expect(ucp.version).toBe("2026-04-08")
    expect(ucp.services).toEqual({
      "dev.ucp.shopping": [
        {
          version: "2026-04-08",
          spec: "https://ucp.dev/2026-04-08/specification/overview",
          transport: "rest",
          schema: "https://ucp.dev/2026-04-08/services/shopping/rest.openapi.json",
          endpoint: `${base_url}/gw-ucp/v1`,
        },
        {
          version: "2026-04-08",
          spec: "https://ucp.dev/2026-04-08/specification/overview",
          transport: "mcp",
          schema: "https://ucp.dev/2026-04-08/services/shopping/mcp.openrpc.json",
          endpoint: `${base_url}/gw-ucp/v1/mcp`,
        },
      ],
    })
    expect(ucp.capabilities).toMatchObject({
      "dev.ucp.shopping.catalog.search": [
        {
          version: "2026-04-08",
          spec: "https://ucp.dev/2026-04-08/specification/catalog/search",
          schema: "https://ucp.dev/2026-04-08/schemas/shopping/catalog_search.json",
        },
      ],
      "dev.ucp.common.identity_linking": [
        {
          spec: "https://ucp.dev/2026-04-08/specification/identity-linking",
          schema: "https://ucp.dev/2026-04-08/schemas/common/identity_linking.json",
        },
      ],
    })
    expect(Object.keys(ucp.payment_handlers)).toEqual(["localhost.card_redirect"])
  })

  it("lists the scopes of the served capabilities and no others [UCP-01]", async () => {
    const { capabilities } = (await read(path)).ucp
    const scopes = Object.keys(capabilities["dev.ucp.common.identity_linking"]?.[0].config?.scopes ?? {})
    expect(scopes).toContain("dev.ucp.shopping.catalog.search:read")
    for (const scope of scopes) expect(Object.keys(capabilities)).toContain(scope.split(":")[0])
  })

  it("names the authorization server that issues the tokens [UCP-01]", async () => {
    const { authorization_server } = await read(path)
    expect(authorization_server).toEqual({
      issuer: base_url,
      metadata: `${base_url}/.well-known/oauth-authorization-server`,
    })
  })

  it("publishes the store's public key under both member names", async () => {
    const { signing_keys, keys } = await read(path)
    expect(signing_keys).toEqual(keys)
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([
      ["alg", "crv", "kid", "kty", "use", "x", "y"],
    ])
    expect({ keys }).toEqual(await (await at("/gw-a2a/v1/jwks.json")).json())
  })

  it("needs no token and ignores any token it gets [UCP-04]", async () => {
    const text = await (await at(path)).text()
    for (const token of [await ucpToken(), "gwa_unknown", ""]) {
      const response = await at(path, { headers: { authorization: `Bearer ${token}`, "ucp-agent": "?" } })
      expect([response.status, await response.text()]).toEqual([200, text])
    }
  })
})

describe("the profile in another version", () => {
  it("is linked from the manifest, complete, and links to no further version [UCP-01, VER-09]", async () => {
    const { ucp } = await read("/.well-known/ucp")
    expect(ucp.supported_versions).toEqual({ "2026-08-25": base_url + LEAF })
    const leaf = await read(LEAF)
    expect(leaf.ucp.version).toBe("2026-08-25")
    expect(leaf.ucp).not.toHaveProperty("supported_versions")
    expect(leaf).not.toHaveProperty("signing_keys")
    expect(leaf.keys).toHaveLength(1)
    expect(leaf.ucp.services["dev.ucp.shopping"]?.[0]?.endpoint).toBe(`${base_url}/gw-ucp/v1`)
    const later = Object.keys(leaf.ucp.capabilities).filter((name) => !(name in ucp.capabilities))
    expect(later).toEqual(["dev.ucp.common.payment.authentication"])
    expect(leaf.ucp.capabilities).toMatchObject(
      Object.fromEntries(Object.keys(ucp.capabilities).map((name) => [name, [{ version: "2026-08-25" }]]))
    )
    expect(leaf.ucp.capabilities["dev.ucp.shopping.catalog.search"]).toEqual([
      {
        version: "2026-08-25",
        spec: "https://ucp.dev/2026-08-25/specification/shopping/catalog/search",
        schema: "https://ucp.dev/2026-08-25/schemas/shopping/catalog_search.json",
      },
    ])
  })

  it.each(["2026-01-11", "latest", "__proto__", "toString"])("answers 404 for %s", async (version) => {
    const { status, body } = await callUcp(`/.well-known/ucp/${version}`, undefined)
    expect([status, body]).toEqual([404, refusal("not_found", 404)])
  })
})

it.each([
  [MANIFESTS[0], "2026-04-08"],
  [LEAF, "2026-08-25"],
] as const)("the profile at %s matches the strict schema of %s [UCP-01]", async (path, version) => {
  strict(version).profile.parse(await read(path ?? ""))
})

describe.each([...MANIFESTS, LEAF, DISCOVERY])("the document %s", (path) => {
  it("may be cached for five minutes by anyone, and answers 304 to its ETag [UCP-01]", async () => {
    const { status, headers } = await at(path)
    expect(status).toBe(200)
    expect(headers.get("content-type")).toMatch(/^application\/json/)
    expect(headers.get("cache-control")).toBe("public, max-age=300")
    expect(headers.get("access-control-allow-origin")).toBe("*")
    const etag = headers.get("etag") ?? ""
    expect((await at(path, { headers: { "if-none-match": etag } })).status).toBe(304)
    expect((await at(path, { headers: { "if-none-match": '"other"' } })).status).toBe(200)
  })

  it("is read-only [ERR-14]", async () => {
    const refused = await at(path, { method: "POST", body: "{}" })
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET"])
    expect(await refused.json()).toMatchObject({ code: "method_not_allowed", ucp: { status: "error" } })
  })
})

describe("the discovery document", () => {
  it("is the manifest plus the routes with their scopes [UCP-02]", async () => {
    const { routes, ...profile } = await read(DISCOVERY)
    expect(profile).toMatchObject({ ...(await read("/.well-known/ucp")) })
    expect(routes).toContainEqual({ method: "GET", path: "/discovery", token: false })
    expect(routes).toContainEqual({ method: "POST", path: "/negotiate", token: true })
    expect(routes).toContainEqual({
      method: "GET",
      path: "/products/feed/probe",
      token: true,
      scope: "dev.ucp.shopping.catalog.lookup:read",
    })
  })

  it("lists existing routes, each of which accepts a token with its scope [UCP-02]", async () => {
    const { routes = [] } = await read(DISCOVERY)
    for (const { method, path, token, scope } of routes) {
      const address = `/gw-ucp/v1${path.replace(/\{\w+\}/g, "none")}`
      const stranger = await at(address, { method })
      expect([path, stranger.status === 401]).toEqual([path, token])
      if (!token) continue
      const response = await callUcp(address, await ucpToken(scope), { method })
      expect([path, [401, 403, 405].includes(response.status)]).toEqual([path, false])
    }
  })

  it("needs no token and ignores any token it gets [UCP-04]", async () => {
    for (const token of [undefined, await ucpToken(), "gwa_unknown"])
      expect((await callUcp(DISCOVERY, token)).status).toBe(200)
  })
})

describe("while the surface is off", () => {
  beforeAll(() => switchSurfaces({ ucp_enabled: false }))
  afterAll(() => switchSurfaces({ ucp_enabled: true }))

  it.each([...MANIFESTS, LEAF])("%s still answers [SRV-17]", async (path) => {
    expect((await at(path)).status).toBe(200)
  })

  it.each([
    ["GET", DISCOVERY],
    ["POST", "/gw-ucp/v1/negotiate"],
    ["GET", "/gw-ucp/catalog/v1/products/feed/probe"],
  ])("%s %s answers 503 with Retry-After [SRV-15]", async (method, path) => {
    const { status, headers, body } = await callUcp(path, undefined, { method })
    expect([status, body]).toEqual([503, refusal("surface_disabled", 503)])
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
  })
})

describe("the mirror of one capability", () => {
  const MIRRORED = "/gw-ucp/catalog/v1/products/feed/probe"

  it("answers like the canonical path, behind the same gates [VER-03]", async () => {
    const token = await ucpToken()
    const { status, body } = await callUcp(`${MIRRORED}?x=1`, token)
    expect([status, body]).toEqual([200, (await callUcp("/gw-ucp/v1/products/feed/probe", token)).body])
    expect((await callUcp(MIRRORED, undefined)).status).toBe(401)
    expect((await callUcp(MIRRORED, await ucpToken("dev.ucp.shopping.order:read"))).status).toBe(403)
  })

  it("allows the methods of the canonical path [VER-03, ERR-14]", async () => {
    const refused = await at(MIRRORED, { method: "DELETE" })
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET"])
  })

  it.each([
    "/gw-ucp/catalog/v1/products/feed/probe/more",
    "/gw-ucp/catalog/v1/discovery",
    "/gw-ucp/orders/v1/products/feed/probe",
    "/gw-ucp/checkout/v1/negotiate",
    "/gw-ucp/catalog/v2/products/feed/probe",
    "/gw-ucp/catalog/v1/probe",
    "/gw-ucp/catalog/v1",
  ])("has nothing at %s and answers 404 in the UCP error format [VER-03, ERR-14]", async (path) => {
    const { status, body } = await callUcp(path, undefined)
    expect([status, body]).toEqual([404, refusal("not_found", 404)])
  })
})
