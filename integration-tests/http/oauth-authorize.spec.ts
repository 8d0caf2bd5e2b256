import { beforeAll, describe, expect, it } from "vitest"
import { OAuthBrowser } from "../support/oauth-browser"
import {
  authorizeUrl,
  newPkce,
  oauthUrl,
  REDIRECT_URI,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { sql } from "../support/database"
import { world } from "../support/world"

const { base_url } = world()
const { challenge } = newPkce()
let client: RegisteredClient

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  client = await registerClient({ scopes: ["a2a:payments:read", "a2a:payments:create"] })
})

const open = (changes: Record<string, string | undefined> = {}) =>
  new OAuthBrowser().open(authorizeUrl(client, challenge, changes))

describe("the authorization endpoint", () => {
  it("redirects the browser to a page of the store, bound to that browser by a cookie [OAUTH-06]", async () => {
    const { status, location, headers } = await open()
    expect(status).toBe(303)
    expect(location?.href).toMatch(new RegExp(`^${oauthUrl("interaction")}/gwi_[A-Za-z0-9_-]{43}$`))
    expect(headers.get("set-cookie")).toMatch(
      /^gw_oauth=.*; Path=.*\/interaction\/gwi_.*HttpOnly; SameSite=Lax/
    )
    expect(headers.get("cache-control")).toBe("no-store")
  })

  it("accepts the same request as a form [OAUTH-06]", async () => {
    const { searchParams } = authorizeUrl(client, challenge)
    const { location } = await new OAuthBrowser().post(
      oauthUrl("authorize"),
      Object.fromEntries(searchParams)
    )
    expect(location?.pathname).toContain("/interaction/")
  })

  it("accepts the client's own resource [OAUTH-30]", async () => {
    const { location } = await open({ resource: `${base_url}/gw-a2a/v1` })
    expect(location?.pathname).toContain("/interaction/")
  })

  it("stores the request under a hash of its interaction id [OAUTH-24]", async () => {
    const { location } = await open()
    const uid = location?.pathname.split("/").pop() ?? ""
    const [stored] = await sql<{ count: string }>(
      "select count(*) from gw_oauth_request r where r::text like $1",
      [`%${uid}%`]
    )
    expect(stored?.count).toBe("0")
  })

  it.each([
    ["an unknown client", { client_id: "a2a_000000000000000000000000" }],
    ["an invalid client id", { client_id: "a2a_\u0000" }],
    ["no client", { client_id: undefined }],
    ["a foreign redirect URI", { redirect_uri: "https://evil.example/callback" }],
    ["a redirect URI below the registered one", { redirect_uri: `${REDIRECT_URI}/more` }],
    ["a redirect URI with another query", { redirect_uri: `${REDIRECT_URI}?a=1` }],
    ["a redirect URI with another port", { redirect_uri: "https://agent.example:444/callback" }],
    ["no redirect URI", { redirect_uri: undefined }],
  ])("answers %s with a 400 page and never a redirect [OAUTH-08]", async (_, changes) => {
    const { status, location, headers, html } = await open(changes)
    expect(status).toBe(400)
    expect(location).toBeUndefined()
    expect(headers.get("content-type")).toMatch(/^text\/html/)
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    expect(html).not.toContain("evil.example")
  })

  it("answers a repeated redirect_uri with a page [OAUTH-08, OAUTH-28]", async () => {
    const url = authorizeUrl(client, challenge)
    url.searchParams.append("redirect_uri", "https://evil.example/")
    const { status, location } = await new OAuthBrowser().open(url)
    expect([status, location]).toEqual([400, undefined])
  })

  it("answers a revoked client with a page [OAUTH-08]", async () => {
    const revoked = await registerClient()
    await sql("update gw_oauth_client set status = 'revoked', revoked_at = now() where id = $1", [
      revoked.client_id,
    ])
    const { status, location } = await new OAuthBrowser().open(authorizeUrl(revoked, challenge))
    expect([status, location]).toEqual([400, undefined])
  })

  it.each([
    ["no response_type", { response_type: undefined }, "invalid_request"],
    ["the implicit flow", { response_type: "token" }, "unsupported_response_type"],
    ["a fragment answer", { response_mode: "fragment" }, "invalid_request"],
    ["no PKCE", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
    ["PKCE without a method", { code_challenge_method: undefined }, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["a challenge of the wrong length", { code_challenge: "short" }, "invalid_request"],
    ["a scope the client has not registered", { scope: "a2a:payments:refund" }, "invalid_scope"],
    ["an unknown scope", { scope: "a2a:payments:read nonsense" }, "invalid_scope"],
    ["the resource of another surface", { resource: `${base_url}/gw-ucp/v1` }, "invalid_target"],
    ["a foreign resource", { resource: "https://evil.example" }, "invalid_target"],
    ["prompt=none", { prompt: "none" }, "interaction_required"],
    ["prompt=none with another prompt", { prompt: "none login" }, "invalid_request"],
    ["a max_age that is no number of seconds", { max_age: "-1" }, "invalid_request"],
  ])(
    "redirects back to the client with the error for %s, with state and issuer [OAUTH-07, OAUTH-09, OAUTH-30]",
    async (_, changes, error) => {
      const { status, location } = await open(changes)
      expect(status).toBe(303)
      expect(location?.href.startsWith(`${REDIRECT_URI}?`)).toBe(true)
      const answer = Object.fromEntries(location?.searchParams ?? [])
      expect(answer).toMatchObject({ error, state: "state-1", iss: base_url })
      expect(answer).not.toHaveProperty("code")
      expect(answer.error_description).toMatch(/^[\x20-\x7e]+$/)
    }
  )

  it("redirects back with invalid_scope when neither the request nor the client names a basic scope [REG-06]", async () => {
    const refunds = await registerClient({ scopes: ["a2a:payments:refund"] })
    const errorOf = async (scope?: string) => {
      const { location } = await new OAuthBrowser().open(authorizeUrl(refunds, challenge, { scope }))
      return location?.searchParams.get("error")
    }
    expect(await errorOf()).toBe("invalid_scope")
    expect(await errorOf("a2a:payments:refund")).toBeNull()
  })

  it("redirects back to the client with an error for a repeated parameter [OAUTH-28]", async () => {
    const url = authorizeUrl(client, challenge)
    url.searchParams.append("scope", "a2a:payments:read")
    url.searchParams.append("scope", "a2a:payments:create")
    const { location } = await new OAuthBrowser().open(url)
    expect(location?.searchParams.get("error")).toBe("invalid_request")
  })

  it("redirects back to the client with an error for an unprintable state", async () => {
    const { location } = await open({ state: "a\u0000b" })
    expect(location?.searchParams.get("error")).toBe("invalid_request")
  })

  it("lets only the port of a loopback redirect URI differ [OAUTH-08]", async () => {
    const native = await registerClient({ redirect_uris: ["http://127.0.0.1/cb"] })
    const openNative = (redirect_uri: string) =>
      new OAuthBrowser().open(authorizeUrl(native, challenge, { redirect_uri }))
    expect((await openNative("http://127.0.0.1:51234/cb")).status).toBe(303)
    expect((await openNative("http://127.0.0.1:51234/other")).status).toBe(400)
    expect((await openNative("http://localhost:51234/cb")).status).toBe(400)
    expect((await openNative("http://127.0.0.1:80@evil.example/cb")).status).toBe(400)
  })

  it("redirects back to an A2A client with an error while the A2A surface is off", async () => {
    await switchSurfaces({ a2a_enabled: false })
    try {
      const { location } = await open()
      expect(location?.searchParams.get("error")).toBe("temporarily_unavailable")
    } finally {
      await switchSurfaces({ a2a_enabled: true })
    }
  })
})
