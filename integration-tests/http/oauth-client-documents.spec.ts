import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { basicScopesOf } from "../../src/domain/scopes"
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
import { AS_NEW, changeSettings } from "../support/policy"
import { ProfileHost } from "../support/profile-host"
import { world } from "../support/world"

let host: ProfileHost
beforeAll(async () => {
  await switchSurfaces({ ucp_enabled: true })
  host = await ProfileHost.listen()
})
afterEach(async () => {
  await changeSettings(AS_NEW)
  await forgetAttempts()
})
afterAll(async () => {
  host.close()
  await switchSurfaces({ ucp_enabled: false })
})

/** Publishes a client's document, and returns its URL. */
function documentOf(changes: object = {}): string {
  let text = ""
  const url = host.publish((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(text)
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
      ...{ name: "Assistant (127.0.0.1)", status: "approved", scopes: [...basicScopesOf("ucp")] },
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
    expect(host.requestCount(url)).toBe(1)
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
