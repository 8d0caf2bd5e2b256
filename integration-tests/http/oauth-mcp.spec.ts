import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { basicScopesOf } from "../../src/domain/scopes"
import { digest } from "../../src/domain/secrets"
import { sql } from "../support/database"
import { ASSISTANT, authorizeBy } from "../support/mcp-oauth"
import { callMethod, callTool, UCP_MCP } from "../support/mcp"
import {
  authorizeUrl,
  newPkce,
  obtainCode,
  openConsent,
  PEOPLE,
  postRegistration,
  redeem,
  REDIRECT_URI,
  refresh,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { OAuthBrowser } from "../support/oauth-browser"
import { ProfileHost } from "../support/profile-host"
import { world } from "../support/world"

const CURSOR = "cursor://anysphere.cursor-mcp/oauth/callback"
/** The other redirect URIs that Cursor registers. */
const CURSOR_ON_THE_WEB = [
  "http://localhost:8787/callback",
  "https://www.cursor.com/agents/mcp/oauth/callback",
]
const METADATA = {
  client_name: "Assistant",
  redirect_uris: [REDIRECT_URI],
  token_endpoint_auth_method: "none",
}

beforeAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true }))
afterAll(() => switchSurfaces({ ucp_enabled: false }))

const resource = () => `${world().base_url}${UCP_MCP}`

describe("the metadata of an MCP server", () => {
  it("is at its own path, and names the basic scopes [MCP-30]", async () => {
    const at = (path: string) => fetch(`${world().base_url}/.well-known/oauth-protected-resource${path}`)
    expect(await (await at(UCP_MCP)).json()).toMatchObject({
      resource: resource(),
      authorization_servers: [world().base_url],
      scopes_supported: basicScopesOf("ucp"),
    })
    for (const path of ["/gw-app/v1/mcp", "/gw-none/v1/mcp", "/gw-ucp/v1/other"])
      expect((await at(path)).status).toBe(404)
  })
})

describe.each(["1.32", "2.4", "2.4, automatic", "2.4, pinned to 2026-07-28"] as const)(
  "the OAuth code of the official client %s",
  (version) => {
    it("registers, gets the customer's consent, lists the tools, and refreshes an expired token [MCP-31]", async () => {
      const { registered, requested, token, tools, reconnect } = await authorizeBy(version, UCP_MCP)
      expect(registered.split(" ").sort()).toEqual([...basicScopesOf("ucp")].sort())
      expect(requested.searchParams.get("resource")).toBe(resource())
      expect(tools).toContain("complete_checkout")
      expect(tools).not.toContain("refund_order")
      expect((await callMethod("ping", {}, { token })).status).toBe(200)
      expect(await reconnect()).toBe(token)
      await sql("update gw_oauth_token set expires_at = now() where hash = $1", [digest(token)])
      expect((await callMethod("ping", {}, { token })).status).toBe(401)
      const refreshed = await reconnect()
      expect(refreshed).not.toBe(token)
      expect((await callMethod("ping", {}, { token: refreshed })).status).toBe(200)
    })

    it("is identified by its metadata document without a registration, lists the tools, and refreshes its token [MCP-31, MCP-35]", async () => {
      const host = await ProfileHost.listen("https")
      try {
        const url = host.publish((_, response) => {
          const document = JSON.stringify({ ...ASSISTANT, client_id: url })
          response.writeHead(200, { "content-type": "application/json" }).end(document)
        })
        const { registered, requested, token, tools, reconnect } = await authorizeBy(
          version,
          UCP_MCP,
          "customer",
          url
        )
        expect([registered, requested.searchParams.get("client_id")]).toEqual(["", url])
        expect(tools).toContain("complete_checkout")
        const named = "select name from gw_oauth_client where metadata_url = $1"
        expect(await sql(named, [url])).toEqual([{ name: `${ASSISTANT.client_name} (127.0.0.1)` }])
        await sql("update gw_oauth_token set expires_at = now() where hash = $1", [digest(token)])
        const refreshed = await reconnect()
        expect((await callMethod("ping", {}, { token: refreshed })).status).toBe(200)
      } finally {
        host.close()
      }
    })
  }
)

describe("the resource of an MCP server", () => {
  it("is accepted with the authorization, the code and the refresh token [MCP-32]", async () => {
    const client = await registerClient({ client_type: "ucp_agent" })
    const code = await obtainCode(client, "customer", { resource: resource() })
    const { status, body } = await redeem(client, code, { resource: resource() })
    expect(status).toBe(200)
    const again = await refresh(client, String(body.refresh_token), { resource: resource() })
    expect(again.status).toBe(200)
    expect((await callMethod("ping", {}, { token: String(again.body.access_token) })).status).toBe(200)
  })

  it("of another surface is rejected [MCP-32]", async () => {
    const client = await registerClient({ client_type: "ucp_agent" })
    const other = `${world().base_url}/gw-a2a/v1/mcp`
    const opened = await new OAuthBrowser().open(
      authorizeUrl(client, newPkce().challenge, { resource: other })
    )
    expect(opened.location?.searchParams.get("error")).toBe("invalid_target")
    const code = await obtainCode(client, "customer")
    expect((await redeem(client, code, { resource: other })).body.error).toBe("invalid_target")
  })
})

describe("registration", () => {
  const registered = async (metadata: object) => {
    const { status, body } = await postRegistration({ ...METADATA, ...metadata })
    expect([status, body]).toEqual([201, body])
    return body
  }

  it("drops scopes that the client's surface does not have, and names those that are left [OAUTH-04, MCP-33]", async () => {
    const mixed = "openid offline_access a2a:payments:read dev.ucp.shopping.order:read acp:checkout:read"
    expect(await registered({ client_type: "ucp_agent", scope: mixed })).toMatchObject({
      scope: "dev.ucp.shopping.order:read",
    })
    expect(await registered({ scope: "openid offline_access" })).toMatchObject({
      client_type: "ucp_agent",
      scope: basicScopesOf("ucp").join(" "),
    })
  })

  it("infers the surface from the scopes of a client that names no type [MCP-33]", async () => {
    expect(await registered({ scope: "openid a2a:payments:read" })).toMatchObject({
      client_type: "a2a_agent",
      scope: "a2a:payments:read",
    })
    expect(await registered({ scope: "acp:checkout:write" })).toMatchObject({ client_type: "acp_agent" })
    const several = await registered({ scope: "acp:checkout:write dev.ucp.shopping.order:read" })
    expect(several).toMatchObject({ client_type: "ucp_agent", scope: "dev.ucp.shopping.order:read" })
    expect(await registered({ scope: "app:payments:read" })).toMatchObject({ client_type: "ucp_agent" })
  })

  it("accepts the redirect URIs of Cursor as it sends them, and no other of its scheme [MCP-34]", async () => {
    await registered({ redirect_uris: [CURSOR, ...CURSOR_ON_THE_WEB] })
    const { status, body } = await postRegistration({
      ...METADATA,
      redirect_uris: ["cursor://evil/callback"],
    })
    expect([status, body.error]).toEqual([400, "invalid_redirect_uri"])
  })
})

describe("Cursor", () => {
  const client = () =>
    registerClient({ ...METADATA, client_type: "ucp_agent", redirect_uris: [CURSOR, ...CURSOR_ON_THE_WEB] })

  it("gets the code at its own scheme after the customer's consent, and a token for it [MCP-34]", async () => {
    const cursor = await client()
    const { verifier, challenge } = newPkce()
    const browser = new OAuthBrowser()
    const asked = authorizeUrl(cursor, challenge, { redirect_uri: CURSOR, resource: resource() })
    const page = await openConsent(browser, asked, PEOPLE.customer)
    // Browsers apply form-action also to the redirect after the form.
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self' cursor:")
    const { status, location } = await browser.submit(page, "Allow")
    const { code = "", ...answer } = Object.fromEntries(location?.searchParams ?? [])
    expect([status, location?.href.split("?")[0]]).toEqual([303, CURSOR])
    expect(answer).toEqual({ state: "state-1", iss: world().base_url })
    const redeemed = await redeem(cursor, { code, verifier }, { redirect_uri: CURSOR, resource: resource() })
    expect(redeemed.status).toBe(200)
    const token = String(redeemed.body.access_token)
    expect((await callTool(token, "search_catalog", { catalog: { query: "mug" } })).isError).toBeUndefined()
  })

  it("gets no token for the code with another of its redirect URIs [MCP-34]", async () => {
    const cursor = await client()
    const code = await obtainCode(cursor, "customer", { redirect_uri: CURSOR })
    const redirect_uri = CURSOR_ON_THE_WEB[0]
    const { status, body } = await redeem(cursor, code, { redirect_uri })
    expect([status, body.error]).toEqual([400, "invalid_grant"])
  })
})
