import { createHash } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { oauthUrl, postRegistration, REDIRECT_URI, switchSurfaces } from "../support/oauth-client"

const METADATA = {
  client_name: "Shopping agent",
  client_type: "a2a_agent",
  redirect_uris: [REDIRECT_URI],
  scopes: ["a2a:payments:read", "a2a:payments:create"],
}

beforeAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true }))

describe("registration", () => {
  it("gives an A2A client an a2a_ id and a secret, and returns the registered metadata [OAUTH-01, OAUTH-02]", async () => {
    const { status, headers, body } = await postRegistration(METADATA)
    expect(status).toBe(201)
    expect(headers.get("cache-control")).toBe("no-store")
    expect(body).toMatchObject({
      ...METADATA,
      scope: "a2a:payments:read a2a:payments:create",
      client_secret_expires_at: 0,
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    })
    expect(body.client_id).toMatch(/^a2a_[0-9a-f]{24}$/)
    expect(body.client_secret).toMatch(/^gws_[A-Za-z0-9_-]{43}$/)
    expect(Math.abs(Number(body.client_id_issued_at) - Date.now() / 1000)).toBeLessThan(60)
  })

  it("stores only the SHA-256 of the secret [OAUTH-03, OAUTH-24]", async () => {
    const { body } = await postRegistration(METADATA)
    const rows = await sql<{ row: string; secret_hash: string }>(
      "select secret_hash, to_jsonb(c)::text as row from gw_oauth_client c where id = $1",
      [body.client_id]
    )
    expect(rows).toHaveLength(1)
    const hash = createHash("sha256").update(String(body.client_secret)).digest("base64url")
    expect(rows[0]?.secret_hash).toBe(hash)
    expect(rows[0]?.row).not.toContain(body.client_secret)
  })

  it("gives a client without a type a ucp_ id and all UCP scopes", async () => {
    const { body } = await postRegistration({ client_name: "Shop bot", redirect_uris: [REDIRECT_URI] })
    expect(body).toMatchObject({ client_type: "ucp_agent" })
    expect(body.client_id).toMatch(/^ucp_[0-9a-f]{24}$/)
    expect(body.scope?.split(" ").every((scope) => scope.startsWith("dev.ucp."))).toBe(true)
  })

  it("gives a public client no secret", async () => {
    const { status, body } = await postRegistration({ ...METADATA, token_endpoint_auth_method: "none" })
    expect(status).toBe(201)
    expect(body).not.toHaveProperty("client_secret")
    expect(body).not.toHaveProperty("client_secret_expires_at")
  })

  it("accepts scope as a string as well as scopes as a list", async () => {
    const { body } = await postRegistration({ ...METADATA, scopes: undefined, scope: "a2a:payments:read" })
    expect(body).toMatchObject({ scopes: ["a2a:payments:read"] })
  })

  it("ignores unknown members", async () => {
    const { status, body } = await postRegistration({
      ...METADATA,
      contacts: ["x@example.com"],
      status: "pending",
    })
    expect(status).toBe(201)
    expect(body).not.toHaveProperty("contacts")
  })

  it.each([
    "https://agent.example/cb?x=1",
    "http://127.0.0.1:4000/cb",
    "http://[::1]/cb",
    "http://localhost:3000/cb",
  ])("accepts the redirect URI %s [OAUTH-05]", async (uri) => {
    const { status, body } = await postRegistration({ ...METADATA, redirect_uris: [uri] })
    expect(status).toBe(201)
    expect(body.redirect_uris).toEqual([uri])
  })

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "http://agent.example/cb",
    "https://agent.example/cb#fragment",
    "https://user:pass@agent.example/cb",
    "http://127.0.0.1.evil.example/cb",
    "com.example.app:/cb",
    "/relative",
    "https://agent.example/c b",
    "https://agent.example\\@evil.example/cb",
    "",
  ])("rejects the redirect URI '%s' [OAUTH-05]", async (uri) => {
    const { status, body } = await postRegistration({ ...METADATA, redirect_uris: [REDIRECT_URI, uri] })
    expect([status, body.error]).toEqual([400, "invalid_redirect_uri"])
  })

  it("accepts a private-use scheme that is a reversed domain name, from native applications only [OAUTH-05]", async () => {
    const native = { ...METADATA, application_type: "native" }
    expect((await postRegistration({ ...native, redirect_uris: ["com.example.app:/cb"] })).status).toBe(201)
    expect((await postRegistration({ ...native, redirect_uris: ["javascript:alert(1)"] })).status).toBe(400)
  })

  it.each([
    ["no redirect URI", { redirect_uris: undefined }],
    ["an empty list of redirect URIs", { redirect_uris: [] }],
    ["more than 20 redirect URIs", { redirect_uris: Array(21).fill(REDIRECT_URI) }],
  ])("rejects %s", async (_, change) => {
    const { status, body } = await postRegistration({ ...METADATA, ...change })
    expect([status, body.error]).toEqual([400, "invalid_redirect_uri"])
  })

  it.each([
    ["no name", { client_name: undefined }],
    ["a name with a right-to-left override character", { client_name: "Bank\u202etnega" }],
    ["a client_type of an unknown surface", { client_type: "xyz_agent" }],
    ["a client_type without a suffix", { client_type: "a2a_" }],
    ["scopes together with scope", { scope: "a2a:payments:read" }],
    ["an empty list of scopes", { scopes: [] }],
    ["an unknown authentication method", { token_endpoint_auth_method: "client_secret_jwt" }],
  ])("rejects %s [OAUTH-04, OAUTH-31]", async (_, change) => {
    const { status, body } = await postRegistration({ ...METADATA, ...change })
    expect([status, body.error]).toEqual([400, "invalid_client_metadata"])
    expect(body.error_description).toBeTruthy()
  })

  it.each([
    ["a form", "application/x-www-form-urlencoded", "client_name=x"],
    ["broken JSON", "application/json", "{"],
    ["a JSON array", "application/json", "[]"],
    ["an unknown media type", "text/plain", "{}"],
  ])("rejects a request with %s", async (_, type, body) => {
    const response = await fetch(oauthUrl("register"), {
      method: "POST",
      headers: { "content-type": type },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: "invalid_request" })
  })

  it("rejects a body over the size limit with 413 [LIM-04]", async () => {
    const { status, body } = await postRegistration({ ...METADATA, padding: "x".repeat(300_000) })
    expect([status, body.error]).toEqual([413, "invalid_request"])
  })
})
