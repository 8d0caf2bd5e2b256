import * as oauth from "oauth4webapi"
import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { OAuthBrowser } from "../support/oauth-browser"
import {
  authorizeUrl,
  consent,
  hash,
  newPkce,
  oauthUrl,
  obtainTokens,
  postForm,
  redeem,
  REDIRECT_URI,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { AS_NEW, changeSettings } from "../support/policy"
import { assertion, JWT_BEARER, registerSigningClient } from "../support/signing-client"
import { world } from "../support/world"

const { base_url } = world()
const { challenge, verifier } = newPkce()
let client: RegisteredClient

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  client = await registerClient({ scopes: ["a2a:payments:read", "a2a:payments:create"] })
})
afterEach(() => changeSettings(AS_NEW))

/** The parameters of an authorization request. */
const parameters = (changes: Record<string, string | undefined> = {}) =>
  Object.fromEntries(authorizeUrl(client, challenge, changes).searchParams)

const push = (changes: Record<string, string | undefined> = {}, who = client) =>
  postForm("par", who, { ...parameters(), client_id: who.client_id, ...changes })

/** The address that the browser opens for a pushed request. */
function pushedUrl(
  { client_id }: RegisteredClient,
  request_uri: unknown,
  more: Record<string, string> = {}
): URL {
  const url = new URL(oauthUrl("authorize"))
  url.search = String(new URLSearchParams({ client_id, request_uri: String(request_uri), ...more }))
  return url
}

const opened = async (url: URL) => {
  const { status, location } = await new OAuthBrowser().open(url)
  return location?.pathname.includes("/interaction/") ? "opened" : [status, location]
}
const REFUSED = [400, undefined]

describe("the endpoint for pushed authorization requests", () => {
  it("is in the metadata, and the flow works with an independent client [REG-08]", async () => {
    const INSECURE = { [oauth.allowInsecureRequests]: true }
    const issuer = new URL(base_url)
    const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...INSECURE })
    const server = await oauth.processDiscoveryResponse(issuer, found)
    expect(server.pushed_authorization_request_endpoint).toBe(oauthUrl("par"))
    expect(server.require_pushed_authorization_requests).toBe(false)
    const authentication = oauth.ClientSecretBasic(String(client.client_secret))
    const { client_id } = client
    const request = new URLSearchParams(parameters())
    const sent = await oauth.pushedAuthorizationRequest(
      server,
      { client_id },
      authentication,
      request,
      INSECURE
    )
    expect(sent.headers.get("cache-control")).toBe("no-store")
    const { request_uri, expires_in } = await oauth.processPushedAuthorizationResponse(
      server,
      { client_id },
      sent
    )
    expect(expires_in).toBe(60)
    const code = String((await consent(pushedUrl(client, request_uri), "admin")).searchParams.get("code"))
    const { status, body } = await redeem(client, { code, verifier })
    expect([status, body.scope]).toEqual([200, "a2a:payments:read a2a:payments:create"])
  })

  it("authenticates the client as the token endpoint does [REG-08]", async () => {
    expect((await push()).status).toBe(201)
    const wrong = await push({}, { ...client, client_secret: "gws_wrong" })
    expect([wrong.status, wrong.body.error]).toEqual([401, "invalid_client"])
    const none = await push({ client_secret: undefined })
    expect([none.status, none.body.error]).toEqual([401, "invalid_client"])
    const signing = await registerSigningClient()
    const signed = async (aud: string) =>
      postForm(
        "par",
        {},
        {
          ...parameters({ scope: "a2a:payments:read" }),
          client_id: signing.client.client_id,
          client_assertion_type: JWT_BEARER,
          client_assertion: assertion(signing, { aud }),
        }
      )
    expect((await signed(oauthUrl("par"))).status).toBe(201)
    expect((await signed(oauthUrl("revoke"))).status).toBe(401)
  })

  it.each([
    ["a foreign redirect URI", { redirect_uri: "https://evil.example/callback" }, "invalid_request"],
    ["no redirect URI", { redirect_uri: undefined }, "invalid_request"],
    ["no PKCE", { code_challenge: undefined }, "invalid_request"],
    ["a scope the client has not registered", { scope: "a2a:payments:refund" }, "invalid_scope"],
    ["another response type", { response_type: "token" }, "unsupported_response_type"],
    ["a foreign resource", { resource: "https://evil.example" }, "invalid_target"],
    ["a request_uri", { request_uri: "urn:ietf:params:oauth:request_uri:x" }, "invalid_request"],
    ["a request object", { request: "a.b.c" }, "invalid_request"],
  ])("rejects %s as JSON, as the authorization endpoint would [REG-08]", async (_, changes, error) => {
    const { status, body } = await push(changes)
    expect([status, body.error]).toEqual([400, error])
  })

  it("accepts 8,192 characters of parameters, and rejects more [REG-16]", async () => {
    const encoded = (request: Record<string, string>) => new URLSearchParams(request).toString().length
    const request = { ...parameters(), state: "" }
    const longest = "s".repeat(8192 - encoded(request))
    expect((await push({ state: longest })).status).toBe(201)
    const { status, body } = await push({ state: `${longest}s` })
    expect([status, body.error]).toEqual([413, "invalid_request"])
    expect(body.error_description).toContain("at most 8192 characters in all, form-encoded (got 8193)")
    const others = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`x${n}`, "1"]))
    expect((await push(others)).status).toBe(413)
  })

  it("stores a request under a hash, without the client's secret [REG-09]", async () => {
    const { request_uri = "" } = (await push()).body
    const reference = request_uri.replace("urn:ietf:params:oauth:request_uri:", "")
    const rows = await sql<{ row: string }>(
      "select r::text as row from gw_oauth_pushed_request r where id = $1",
      [hash(reference)]
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(reference)
    expect(rows[0]?.row).not.toContain(client.client_secret)
  })
})

describe("a pushed request", () => {
  it("opens once, also when eight browsers open it at once [REG-09]", async () => {
    const url = pushedUrl(client, (await push()).body.request_uri)
    const all = await Promise.all(Array.from({ length: 8 }, () => opened(url)))
    expect(all.filter((one) => one === "opened")).toHaveLength(1)
    expect(all.filter((one) => one !== "opened")).toEqual(Array(7).fill(REFUSED))
    expect(await opened(url)).toEqual(REFUSED)
  })

  it("opens only for the client that pushed it, for which it stays usable [REG-09]", async () => {
    const other = await registerClient()
    const { request_uri } = (await push()).body
    expect(await opened(pushedUrl(other, request_uri))).toEqual(REFUSED)
    expect(await opened(pushedUrl(client, request_uri))).toBe("opened")
  })

  it("opens within a minute only [REG-09]", async () => {
    const { request_uri } = (await push()).body
    await sql("update gw_oauth_pushed_request set expires_at = now()")
    expect(await opened(pushedUrl(client, request_uri))).toEqual(REFUSED)
    expect(await opened(pushedUrl(client, "urn:ietf:params:oauth:request_uri:gwp_unknown"))).toEqual(REFUSED)
    expect(await opened(pushedUrl(client, "https://agent.example/request.jwt"))).toEqual(REFUSED)
  })

  it("cannot be changed by parameters of the browser [REG-09]", async () => {
    const { request_uri } = (await push({ scope: "a2a:payments:read", state: "pushed" })).body
    const changes = { scope: "a2a:payments:create", state: "changed", redirect_uri: "https://evil.example/" }
    const answer = await consent(pushedUrl(client, request_uri, changes), "admin")
    expect(answer.href.startsWith(REDIRECT_URI)).toBe(true)
    expect(answer.searchParams.get("state")).toBe("pushed")
    const code = String(answer.searchParams.get("code"))
    expect((await redeem(client, { code, verifier })).body.scope).toBe("a2a:payments:read")
  })
})

describe("a request that is not pushed", () => {
  const errorOf = async (who: RegisteredClient) =>
    (await new OAuthBrowser().open(authorizeUrl(who, challenge))).location?.searchParams.get("error")

  it("is rejected while the merchant requires pushed ones, as the metadata says [REG-10]", async () => {
    await changeSettings({ registration_requires_pushed: true })
    expect(await errorOf(client)).toBe("invalid_request")
    const metadata = await fetch(`${base_url}/.well-known/oauth-authorization-server`)
    expect(await metadata.json()).toHaveProperty("require_pushed_authorization_requests", true)
    expect(await opened(pushedUrl(client, (await push()).body.request_uri))).toBe("opened")
    await changeSettings({ registration_requires_pushed: false })
    expect(await errorOf(client)).toBeNull()
  })

  it("is rejected for a client that registered for pushed ones only [REG-10]", async () => {
    const strict = await registerClient({ require_pushed_authorization_requests: true })
    expect(strict).toHaveProperty("require_pushed_authorization_requests", true)
    expect(await errorOf(strict)).toBe("invalid_request")
    const { request_uri } = (await push({ scope: strict.scope }, strict)).body
    expect(await opened(pushedUrl(strict, request_uri))).toBe("opened")
    expect(await obtainTokens(await registerClient(), "admin")).toHaveProperty("access_token")
  })
})
