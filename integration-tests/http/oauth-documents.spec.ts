import { type IncomingHttpHeaders, request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { authorizeUrl, newPkce, registerClient, switchSurfaces } from "../support/oauth-client"
import { world } from "../support/world"

const { base_url } = world()
const WELL_KNOWN = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/gw-a2a/v1",
  "/.well-known/oauth-protected-resource/gw-ucp/v1",
  "/.well-known/oauth-protected-resource/gw-acp/v1",
  "/.well-known/oauth-protected-resource/gw-app/v1",
]

interface AuthorizationServer {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  registration_endpoint: string
}

const get = async <T>(path: string) => (await (await fetch(base_url + path)).json()) as T

/** Needed because fetch does not allow setting the Host header. */
function getAs(host: string, path: string): Promise<{ text: string; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const shown = { host, "x-forwarded-host": host, "x-forwarded-proto": "https" }
    request(base_url + path, { headers: shown }, (response) => {
      let text = ""
      const { headers } = response
      response.on("data", (chunk) => (text += chunk)).on("end", () => resolve({ text, headers }))
    })
      .on("error", reject)
      .end()
  })
}

describe("the OAuth documents", () => {
  beforeAll(() => switchSurfaces({ a2a_enabled: true }))

  it.each(WELL_KNOWN)("%s may be cached for five minutes and read from any web page", async (path) => {
    const { status, headers } = await fetch(base_url + path)
    expect(status).toBe(200)
    expect(headers.get("content-type")).toMatch(/^application\/json/)
    expect(headers.get("cache-control")).toBe("public, max-age=300")
    expect(headers.get("access-control-allow-origin")).toBe("*")
  })

  it.each(WELL_KNOWN)("%s answers HEAD without a body, and 304 to a request with its ETag", async (path) => {
    const head = await fetch(base_url + path, { method: "HEAD" })
    expect([head.status, await head.text()]).toEqual([200, ""])
    const etag = String(head.headers.get("etag"))
    expect(etag).toMatch(/^"[A-Za-z0-9_-]{43}"$/)
    const known = await fetch(base_url + path, { headers: { "if-none-match": `"other", W/${etag}` } })
    expect([known.status, await known.text()]).toEqual([304, ""])
    expect(known.headers.get("cache-control")).toBe("public, max-age=300")
    expect((await fetch(base_url + path, { headers: { "if-none-match": '"other"' } })).status).toBe(200)
  })

  it.each(WELL_KNOWN)("%s ignores the Host header", async (path) => {
    const { text } = await getAs("evil.example", path)
    expect(text).not.toContain("evil.example")
    expect(JSON.parse(text)).toEqual(await get(path))
  })

  it("do not appear with the Host header's address in challenges and redirects either [ERR-02]", async () => {
    const refused = await getAs("evil.example", "/gw-a2a/v1/agent-card")
    expect(refused.headers["www-authenticate"]).toContain(`resource_metadata="${base_url}/.well-known/`)
    const { pathname, search } = authorizeUrl(await registerClient(), newPkce().challenge)
    const redirected = await getAs("evil.example", pathname + search)
    expect(redirected.headers.location).toMatch(new RegExp(`^${base_url}/gw-ucp/oauth/v1/interaction/`))
    expect(JSON.stringify([refused, redirected])).not.toContain("evil.example")
  })

  it("the server's metadata names the configured address as issuer and in all endpoints [OAUTH-22, VER-01]", async () => {
    const metadata = await get<AuthorizationServer>("/.well-known/oauth-authorization-server")
    expect(metadata).toMatchObject({
      issuer: base_url,
      authorization_endpoint: `${base_url}/gw-ucp/oauth/v1/authorize`,
      token_endpoint: `${base_url}/gw-ucp/oauth/v1/token`,
      registration_endpoint: `${base_url}/gw-ucp/oauth/v1/register`,
      introspection_endpoint: `${base_url}/gw-ucp/oauth/v1/introspect`,
      revocation_endpoint: `${base_url}/gw-ucp/oauth/v1/revoke`,
      token_endpoint_auth_methods_supported: [
        "client_secret_basic",
        "client_secret_post",
        "private_key_jwt",
        "none",
      ],
      token_endpoint_auth_signing_alg_values_supported: ["ES256", "RS256"],
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      ui_locales_supported: ["en", "ro"],
    })
  })

  it("every endpoint in the metadata exists [OAUTH-22]", async () => {
    const metadata = await get<AuthorizationServer>("/.well-known/oauth-authorization-server")
    const endpoints = Object.entries(metadata).filter(([name]) => name.endsWith("_endpoint"))
    expect(endpoints.length).toBe(6)
    for (const [, url] of endpoints) {
      const { status } = await fetch(url as string, { method: "POST", body: new URLSearchParams() })
      expect([400, 401]).toContain(status)
    }
  })

  it("the whole store is a protected resource too [OAUTH-23, AUTH-03]", async () => {
    const document = await get("/.well-known/oauth-protected-resource")
    expect(document).toMatchObject({ resource: base_url, authorization_servers: [base_url] })
  })
})

describe("while every surface is off", () => {
  beforeAll(() =>
    switchSurfaces({ a2a_enabled: false, ucp_enabled: false, acp_enabled: false, app_enabled: false })
  )
  afterAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true }))

  it.each(WELL_KNOWN)("%s still answers [OAUTH-27, AUTH-03]", async (path) => {
    expect((await fetch(base_url + path)).status).toBe(200)
  })

  it.each(["authorization-server/gw-a2a/v1", "protected-resource/gw-a2a/v2", "protected-resource/x"])(
    "oauth-%s still does not exist [OAUTH-22, OAUTH-23, OAUTH-27]",
    async (path) => {
      const response = await fetch(`${base_url}/.well-known/oauth-${path}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: "invalid_request" })
    }
  )

  it.each(["register", "token", "introspect", "revoke"])(
    "%s answers 503 temporarily_unavailable with Retry-After [OAUTH-27]",
    async (path) => {
      const response = await fetch(`${base_url}/gw-ucp/oauth/v1/${path}`, { method: "POST" })
      expect(response.status).toBe(503)
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({ error: "temporarily_unavailable" })
    }
  )

  it("the authorization endpoint answers 503 with a page [OAUTH-27]", async () => {
    const response = await fetch(`${base_url}/gw-ucp/oauth/v1/authorize`)
    expect(response.status).toBe(503)
    expect(response.headers.get("content-type")).toMatch(/^text\/html/)
  })
})
