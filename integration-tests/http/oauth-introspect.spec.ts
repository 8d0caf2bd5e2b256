import { beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import {
  hash,
  obtainTokens,
  oauthUrl,
  PEOPLE,
  postForm,
  refresh,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { world } from "../support/world"

const { base_url } = world()
const INACTIVE = { active: false }
let client: RegisteredClient

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  client = await registerClient({ scopes: ["a2a:payments:read", "a2a:payments:create"] })
})

const introspect = (asking: RegisteredClient, token: string | undefined) =>
  postForm("introspect", asking, { token })

describe("introspection", () => {
  it("describes an active access token to its own client [OAUTH-20]", async () => {
    const { access_token } = await obtainTokens(client, "admin", { scope: "a2a:payments:read" })
    const { status, headers, body } = await introspect(client, access_token)
    expect(status).toBe(200)
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.get("access-control-allow-origin")).toBeNull()
    expect(body).toEqual({
      active: true,
      scope: "a2a:payments:read",
      client_id: client.client_id,
      client_type: "a2a_agent",
      sub: expect.stringMatching(/^user_/) as string,
      actor_type: "user",
      aud: `${base_url}/gw-a2a/v1`,
      iss: base_url,
      iat: expect.any(Number) as number,
      exp: Number(body.iat) + 3600,
      token_type: "Bearer",
    })
    expect(Math.abs(Number(body.iat) - Date.now() / 1000)).toBeLessThan(60)
  })

  it("describes a refresh token until it is exchanged [OAUTH-20]", async () => {
    const { refresh_token } = await obtainTokens(client, "admin")
    const { body } = await introspect(client, refresh_token)
    expect(body).toMatchObject({ active: true, client_id: client.client_id })
    expect(body).not.toHaveProperty("token_type")
    await refresh(client, refresh_token)
    expect((await introspect(client, refresh_token)).body).toEqual(INACTIVE)
  })

  it("names the customer who gave the consent [OAUTH-33]", async () => {
    const shopping = await registerClient({ client_type: "ucp_agent" })
    const { access_token } = await obtainTokens(shopping, "customer")
    const [customer] = await sql<{ id: string }>("select id from customer where email = $1", [
      PEOPLE.customer.email,
    ])
    expect((await introspect(shopping, access_token)).body).toMatchObject({
      actor_type: "customer",
      sub: customer?.id,
    })
  })

  it.each([
    ["unknown", () => "gwa_unknown"],
    ["another client's", async () => (await obtainTokens(await registerClient(), "admin")).access_token],
    ["the client's own secret", () => String(client.client_secret)],
    ["a hash", async () => hash((await obtainTokens(client, "admin")).access_token)],
    ["a string the database cannot store", () => "\u0000"],
  ])("returns only active=false for a token that is %s [OAUTH-20]", async (_, token) => {
    const { status, body } = await introspect(client, await token())
    expect([status, body]).toEqual([200, INACTIVE])
  })

  it.each([
    ["has expired", "update gw_oauth_token set expires_at = now() where hash = $1"],
    ["was revoked", "update gw_oauth_token set revoked_at = now() where hash = $1"],
    [
      "belongs to a consent that was revoked",
      "update gw_oauth_grant set revoked_at = now() where id = (select grant_id from gw_oauth_token where hash = $1)",
    ],
  ])("returns only active=false for a token that %s [OAUTH-20]", async (_, change) => {
    const { access_token } = await obtainTokens(client, "admin")
    await sql(change, [hash(access_token)])
    expect((await introspect(client, access_token)).body).toEqual(INACTIVE)
  })

  it("returns only active=false to a revoked client, also for its own token [OAUTH-20]", async () => {
    const revoked = await registerClient()
    const { access_token } = await obtainTokens(revoked, "admin")
    await sql("update gw_oauth_client set status = 'revoked', revoked_at = now() where id = $1", [
      revoked.client_id,
    ])
    const { status, body } = await introspect(revoked, access_token)
    expect([status, body]).toEqual([200, INACTIVE])
  })
})

describe.each(["introspect", "revoke"])("the endpoint %s", (endpoint) => {
  it("requires client authentication [OAUTH-20, OAUTH-21]", async () => {
    const { access_token } = await obtainTokens(client, "admin")
    for (const asking of [
      { ...client, client_secret: "wrong" },
      { client_id: "a2a_000000000000000000000000" },
    ]) {
      const { status, headers, body } = await postForm(endpoint, asking, { token: access_token })
      expect(status).toBe(401)
      expect(headers.get("www-authenticate")).toBe(`Basic realm="${base_url}"`)
      expect(body).toEqual({ error: "invalid_client", error_description: "Client authentication failed." })
    }
    expect((await introspect(client, access_token)).body).toMatchObject({ active: true })
  })

  it("rejects a request without a token [OAUTH-31]", async () => {
    const { status, body } = await postForm(endpoint, client, {})
    expect([status, body.error]).toEqual([400, "invalid_request"])
  })

  it("accepts only a form [OAUTH-31]", async () => {
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify({ ...client, token: "x" })
    expect((await fetch(oauthUrl(endpoint), { method: "POST", headers, body })).status).toBe(400)
    expect((await fetch(oauthUrl(endpoint))).status).toBe(405)
  })

  it("rejects a repeated parameter [OAUTH-28]", async () => {
    const body = new URLSearchParams([
      ["client_id", client.client_id],
      ["client_secret", String(client.client_secret)],
      ["token", "a"],
      ["token", "b"],
    ])
    expect((await fetch(oauthUrl(endpoint), { method: "POST", body })).status).toBe(400)
  })
})
