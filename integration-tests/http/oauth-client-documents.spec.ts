import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { basicScopesOf } from "../../src/domain/scopes"
import { eventually } from "../support/agent"
import { sql } from "../support/database"
import { adminPost } from "../support/merchant"
import { callMethod } from "../support/mcp"
import { OAuthBrowser } from "../support/oauth-browser"
import {
  authorizeUrl,
  consent,
  follow,
  forgetAttempts,
  newPkce,
  oauthUrl,
  obtainCode,
  redeem,
  REDIRECT_URI,
  refresh,
  switchSurfaces,
} from "../support/oauth-client"
import { AS_NEW, changeSettings, countedRefusals } from "../support/policy"
import { ProfileHost } from "../support/profile-host"
import { world } from "../support/world"

let host: ProfileHost
beforeAll(async () => {
  await switchSurfaces({ ucp_enabled: true, a2a_enabled: true, acp_enabled: true })
  host = await ProfileHost.listen()
})
afterEach(async () => {
  await changeSettings(AS_NEW)
  await forgetAttempts()
})
afterAll(async () => {
  host.close()
  await switchSurfaces({ ucp_enabled: false, acp_enabled: false })
})

/** Publishes a client's document, which is sent once `ready` resolves, and returns its URL. */
function documentOf(changes: object = {}, ready = () => Promise.resolve()): string {
  let text = ""
  const url = host.publish((_, response) => {
    const send = () => response.writeHead(200, { "content-type": "application/json" }).end(text)
    void ready().then(send)
  })
  const named = { client_id: url, client_name: "Assistant", redirect_uris: [REDIRECT_URI] }
  text = JSON.stringify({ ...named, token_endpoint_auth_method: "none", ...changes })
  return url
}

const scope = "dev.ucp.shopping.order:read"
const client = (client_id: string) => ({ client_id, scope })
const challenge = () => newPkce().challenge
const opened = (client_id: string) => new OAuthBrowser().open(authorizeUrl(client(client_id), challenge()))
const rowOf = async (url: string) =>
  (
    await sql<{ id: string; name: string; status: string; scopes: string[] }>(
      "select * from gw_oauth_client where metadata_url = $1",
      [url]
    )
  )[0]
const flavorsOf = async (url: string) =>
  (
    await sql<{ flavor: string }>(
      "select flavor from gw_oauth_client where metadata_url = $1 order by flavor",
      [url]
    )
  ).map(({ flavor }) => flavor)
const mcpOf = (flavor: string) => `/gw-${flavor}/v1/mcp`
const resourceOf = (flavor: string) => ({ resource: world().base_url + mcpOf(flavor) })
const readLongAgo = (url: string) =>
  sql("update gw_oauth_client set metadata_read_at = now() - interval '1 hour' where metadata_url = $1", [
    url,
  ])

describe("a client with a metadata document", () => {
  it("gets tokens with its URL as client id, and is shown with its host [MCP-35]", async () => {
    const url = documentOf()
    const code = await obtainCode(client(url), "customer")
    const { status, body } = await redeem(client(url), code)
    expect([status, body]).toEqual([200, body])
    const again = await refresh(client(url), String(body.refresh_token))
    const token = String(again.body.access_token)
    expect((await callMethod("ping", {}, { token })).status).toBe(200)
    expect(await rowOf(url)).toMatchObject({
      name: "Assistant (127.0.0.1)",
      status: "approved",
      scopes: [...basicScopesOf("ucp")],
    })
    const form = new URLSearchParams({ client_id: url, token })
    const introspected = await fetch(oauthUrl("introspect"), { method: "POST", body: form })
    expect(await introspected.json()).toMatchObject({ active: true, client_id: url })
    const browser = new OAuthBrowser()
    const page = await follow(browser, await browser.open(authorizeUrl(client(url), challenge())))
    expect(page.html).toContain("Assistant (127.0.0.1)")
  })

  it("is read again after some minutes, and its redirect URIs follow [MCP-35]", async () => {
    const url = documentOf()
    await opened(url)
    await opened(url)
    expect(host.requestCount(url)).toBe(1)
    await readLongAgo(url)
    await opened(url)
    expect(host.requestCount(url)).toBe(2)
    await readLongAgo(url)
    await Promise.all(Array.from({ length: 4 }, () => opened(url)))
    expect(await sql("select from gw_oauth_client where metadata_url = $1", [url])).toHaveLength(1)
  })

  it("is one client however many requests are the first to name it [MCP-35]", async () => {
    const { status } = await opened(documentOf())
    const url = documentOf()
    const all = await Promise.all(Array.from({ length: 8 }, () => opened(url)))
    expect(all.map((one) => one.status)).toEqual(all.map(() => status))
    expect(await flavorsOf(url)).toEqual(["ucp"])
  })

  it("is one client for each surface that it requests, and no token covers two [MCP-37]", async () => {
    const url = documentOf({ scope: undefined })
    const all = { client_id: url }
    const people = { ucp: "customer", a2a: "admin", acp: "customer" } as const
    const codes = await Promise.all(
      (["ucp", "a2a", "acp"] as const).map(async (flavor) => {
        const code = await obtainCode(all, people[flavor], resourceOf(flavor))
        return [flavor, code] as const
      })
    )
    expect(await flavorsOf(url)).toEqual(["a2a", "acp", "ucp"])
    for (const [flavor, code] of codes) {
      // The resource is optional at the token endpoint: the code determines the client.
      const { body } = await redeem(all, code, flavor === "acp" ? {} : resourceOf(flavor))
      const again = await refresh(all, String(body.refresh_token))
      const token = String(again.body.access_token)
      for (const other of ["ucp", "a2a", "acp"]) {
        const { status } = await callMethod("ping", {}, { token, path: mcpOf(other) })
        expect([flavor, other, status]).toEqual([flavor, other, other === flavor ? 200 : 401])
      }
      const form = new URLSearchParams({ client_id: url, token })
      const introspected = await fetch(oauthUrl("introspect"), { method: "POST", body: form })
      expect(await introspected.json()).toMatchObject({ active: true, client_type: `${flavor}_agent` })
      await fetch(oauthUrl("revoke"), { method: "POST", body: form })
      expect((await callMethod("ping", {}, { token, path: mcpOf(flavor) })).status).toBe(401)
    }
  })

  it("is of the surface of its scopes where it names no resource, also in a pushed request [MCP-37]", async () => {
    const url = documentOf()
    await opened(url)
    const { verifier, challenge: code_challenge } = newPkce()
    const request = {
      client_id: url,
      response_type: "code",
      redirect_uri: REDIRECT_URI,
      scope: "a2a:payments:read",
      code_challenge,
      code_challenge_method: "S256",
    }
    const pushed = await fetch(oauthUrl("par"), { method: "POST", body: new URLSearchParams(request) })
    const { request_uri } = (await pushed.json()) as { request_uri: string }
    expect(await flavorsOf(url)).toEqual(["a2a", "ucp"])
    const { searchParams } = await consent(
      new URL(`${oauthUrl("authorize")}?${new URLSearchParams({ client_id: url, request_uri })}`),
      "admin"
    )
    const code = { code: searchParams.get("code") ?? "", verifier }
    expect((await redeem({ client_id: url }, code)).body.scope).toBe("a2a:payments:read")
  })

  it("is refused with a resource that is not its surface [MCP-37]", async () => {
    const url = documentOf()
    for (const resource of [resourceOf("app").resource, "https://other.example/mcp", "x".repeat(5000)]) {
      const browser = new OAuthBrowser()
      const { location } = await browser.open(authorizeUrl(client(url), challenge(), { resource }))
      expect(location?.searchParams.get("error")).toBe("invalid_target")
    }
    const mixed = authorizeUrl(client(url), challenge(), resourceOf("a2a"))
    expect((await new OAuthBrowser().open(mixed)).location?.searchParams.get("error")).toBe("invalid_scope")
  })

  it("is not followed through a redirect [MCP-36]", async () => {
    const target = documentOf()
    const moved = host.publish((_, response) => void response.writeHead(302, { location: target }).end())
    expect((await opened(moved)).status).toBe(400)
    expect(host.requestCount(target)).toBe(0)
  })

  it("is announced in the metadata while registration is open [MCP-36]", async () => {
    const supported = async () => {
      const metadata = await fetch(`${world().base_url}/.well-known/oauth-authorization-server`)
      return ((await metadata.json()) as Record<string, unknown>).client_id_metadata_document_supported
    }
    expect(await supported()).toBe(true)
    await changeSettings({ registration: "closed" })
    expect(await supported()).toBe(false)
    const url = documentOf()
    expect((await opened(url)).status).toBe(400)
    expect(host.requestCount(url)).toBe(0)
  })

  it("waits for the merchant's approval, as far as others do, and stays revoked [MCP-36]", async () => {
    const asking = documentOf({ scope: `${scope} dev.ucp.shopping.order:refund` })
    expect((await opened(asking)).location?.searchParams.get("error")).toBe("unauthorized_client")
    expect(await rowOf(asking)).toMatchObject({ status: "pending" })
    const url = documentOf()
    await consent(authorizeUrl(client(url), challenge()), "customer")
    const { id } = (await rowOf(url)) ?? {}
    await adminPost(`/admin/agentic-commerce/clients/${id}/revoke`, { reason: "test" })
    await readLongAgo(url)
    expect((await opened(url)).status).toBe(400)
    const elsewhere = authorizeUrl({ client_id: url }, challenge(), resourceOf("acp"))
    expect((await new OAuthBrowser().open(elsewhere)).status).toBe(400)
    expect(host.requestCount(url)).toBe(1)
  })

  it("gets no client for another surface when staff revoke one while the document is fetched [MCP-36]", async () => {
    let send: () => void = () => undefined
    let ready = Promise.resolve()
    const url = documentOf({ scope: undefined }, () => ready)
    await consent(authorizeUrl(client(url), challenge()), "customer")
    ready = new Promise((resolve) => (send = resolve))
    const elsewhere = new OAuthBrowser().open(
      authorizeUrl({ client_id: url }, challenge(), resourceOf("acp"))
    )
    await eventually(() => Promise.resolve(host.requestCount(url) === 2 || undefined))
    const { id } = (await rowOf(url)) ?? {}
    await adminPost(`/admin/agentic-commerce/clients/${id}/revoke`, { reason: "test" })
    send()
    expect((await elsewhere).status).toBe(400)
    expect(await flavorsOf(url)).toEqual(["ucp"])
  })

  it.each([
    { client_name: "Verified ✓ bank" },
    { client_id: undefined, client_name: "Verified ✓ bank" },
    { client_name: "a".repeat(195) },
  ])("is counted in the audit log when its name is refused: %j [REG-17]", async (changes) => {
    const before = await countedRefusals("client_name_refused")
    expect((await opened(documentOf(changes))).status).toBe(400)
    expect((await countedRefusals("client_name_refused")).calls - before.calls).toBe(1)
  })

  it.each([
    ["names another client", { client_id: "https://other.example/client.json" }],
    ["has a secret", { token_endpoint_auth_method: "client_secret_basic" }],
    ["has no redirect URI", { redirect_uris: [] }],
    ["has a redirect URI that is not allowed", { redirect_uris: ["http://agent.example/cb"] }],
    ["has a deceptive name", { client_name: "Verified ✓ bank" }],
  ])("is refused if its document %s [MCP-36]", async (_, changes) => {
    const url = documentOf(changes)
    const { status, html, location } = await opened(url)
    expect([status, location]).toEqual([400, undefined])
    expect(html).not.toContain(url)
    expect(await rowOf(url)).toBeUndefined()
  })

  it("is refused at an address without a document, and the store's fetches are limited [MCP-36]", async () => {
    const none = host.publish((_, response) => void response.writeHead(404).end())
    expect((await opened(none)).status).toBe(400)
    const at = await Promise.all(Array.from({ length: 40 }, () => opened(none)))
    expect(at.map(({ status }) => status)).toContain(429)
    expect(host.requestCount(none)).toBeLessThanOrEqual(30)
    for (const wrong of ["http://127.0.0.1:1", "https://client.example/#x", "https://a:b@client.example/c"])
      expect((await opened(wrong)).status).toBe(400)
  })

  it("cannot get tokens before its document was read [MCP-36]", async () => {
    const { verifier } = newPkce()
    const { status, body } = await redeem(client(documentOf()), { code: "gwc_none", verifier })
    expect([status, body.error]).toEqual([401, "invalid_client"])
  })
})
