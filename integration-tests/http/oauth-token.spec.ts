import { beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import {
  hash,
  newPkce,
  obtainCode,
  obtainTokens,
  oauthUrl,
  postToken,
  redeem,
  refresh,
  REDIRECT_URI,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { world } from "../support/world"

const { base_url } = world()
let client: RegisteredClient

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  client = await registerClient({ scopes: ["a2a:payments:read", "a2a:payments:create"] })
})

const longAgo = (table: "code" | "token", secret: string) =>
  sql(`update gw_oauth_${table} set used_at = used_at - interval '11 seconds' where hash = $1`, [
    hash(secret),
  ])
const outcome = ({ status, body }: Awaited<ReturnType<typeof redeem>>) => [status, body.error]

describe("an authorization code", () => {
  it("is exchanged for tokens [OAUTH-13]", async () => {
    const { status, headers, body } = await redeem(client, await obtainCode(client, "admin"))
    expect(status).toBe(200)
    expect(headers.get("cache-control")).toBe("no-store")
    expect(body).toEqual({
      access_token: expect.stringMatching(/^gwa_/),
      refresh_token: expect.stringMatching(/^gwr_/),
      token_type: "Bearer",
      expires_in: 3600,
      scope: "a2a:payments:read a2a:payments:create",
    })
  })

  it("gives only the scope of the consent", async () => {
    const { scope } = await obtainTokens(client, "admin", { scope: "a2a:payments:read" })
    expect(scope).toBe("a2a:payments:read")
  })

  it("is stored as a hash, and so are its tokens [OAUTH-24]", async () => {
    const made = await obtainCode(client, "admin")
    const { body } = await redeem(client, made)
    const rows = await sql<{ row: string }>(
      "select c::text as row from gw_oauth_code c union all select t::text from gw_oauth_token t"
    )
    const everything = rows.map(({ row }) => row).join()
    expect(everything).toContain(hash(String(body.access_token)))
    for (const secret of [made.code, body.access_token, body.refresh_token])
      expect(everything).not.toContain(secret)
  })

  it("is redeemed by one of eight parallel attempts [OAUTH-14]", async () => {
    const made = await obtainCode(client, "admin")
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(client, made)))
    expect(answers.map(outcome).sort()).toEqual([[200, undefined], ...Array(7).fill([400, "invalid_grant"])])
    const winner = answers.find(({ status }) => status === 200)
    expect((await refresh(client, String(winner?.body.refresh_token))).status).toBe(200)
  })

  it("is rejected when it is sent again at once, and the client's tokens stay valid [OAUTH-14]", async () => {
    const made = await obtainCode(client, "admin")
    const { body } = await redeem(client, made)
    expect(outcome(await redeem(client, made))).toEqual([400, "invalid_grant"])
    expect((await refresh(client, String(body.refresh_token))).status).toBe(200)
  })

  it("revokes its tokens when it is sent again later [OAUTH-15]", async () => {
    const made = await obtainCode(client, "admin")
    const { body } = await redeem(client, made)
    await longAgo("code", made.code)
    expect(outcome(await redeem(client, made))).toEqual([400, "invalid_grant"])
    expect(outcome(await refresh(client, String(body.refresh_token)))).toEqual([400, "invalid_grant"])
    const [grant] = await sql<{ revoked_reason: string }>(
      "select g.revoked_reason from gw_oauth_grant g join gw_oauth_code c on c.grant_id = g.id where c.hash = $1",
      [hash(made.code)]
    )
    expect(grant?.revoked_reason).toBe("reuse_detected")
  })

  it("is rejected after a minute [OAUTH-14]", async () => {
    const made = await obtainCode(client, "admin")
    const [left] = await sql<{ seconds: string }>(
      "select extract(epoch from expires_at - now()) as seconds from gw_oauth_code where hash = $1",
      [hash(made.code)]
    )
    expect(Number(left?.seconds)).toBeLessThanOrEqual(60)
    await sql("update gw_oauth_code set expires_at = now() where hash = $1", [hash(made.code)])
    expect(outcome(await redeem(client, made))).toEqual([400, "invalid_grant"])
  })

  it.each([
    ["no verifier", { code_verifier: undefined }, "invalid_request"],
    ["a wrong verifier", { code_verifier: newPkce().verifier }, "invalid_grant"],
    ["a verifier that is too short", { code_verifier: "short" }, "invalid_grant"],
    ["no redirect URI", { redirect_uri: undefined }, "invalid_grant"],
    ["another redirect URI", { redirect_uri: `${REDIRECT_URI}/` }, "invalid_grant"],
    ["another resource", { resource: `${base_url}/gw-ucp/v1` }, "invalid_target"],
    ["another code", { code: "gwc_unknown" }, "invalid_grant"],
    ["no code", { code: undefined }, "invalid_request"],
  ])("is rejected with %s, and stays valid [OAUTH-07, OAUTH-13]", async (_, changes, error) => {
    const made = await obtainCode(client, "admin")
    expect(outcome(await redeem(client, made, changes))).toEqual([400, error])
    expect((await redeem(client, made)).status).toBe(200)
  })

  it("is rejected from another client [OAUTH-13]", async () => {
    const made = await obtainCode(client, "admin")
    expect(outcome(await redeem(await registerClient(), made))).toEqual([400, "invalid_grant"])
    expect((await redeem(client, made)).status).toBe(200)
  })
})

describe("a refresh token", () => {
  it("is exchanged for a new pair, whose refresh token can be exchanged again [OAUTH-16]", async () => {
    const first = await obtainTokens(client, "admin")
    const second = await refresh(client, first.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body.access_token).not.toBe(first.access_token)
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
    expect((await refresh(client, String(second.body.refresh_token))).status).toBe(200)
  })

  it("is exchanged by one of eight parallel attempts [OAUTH-16]", async () => {
    const { refresh_token } = await obtainTokens(client, "admin")
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(client, refresh_token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === "invalid_grant")).toHaveLength(7)
  })

  it("is rejected a second time within the grace period, and its successor stays valid", async () => {
    const { refresh_token } = await obtainTokens(client, "admin")
    const { body } = await refresh(client, refresh_token)
    expect(outcome(await refresh(client, refresh_token))).toEqual([400, "invalid_grant"])
    expect((await refresh(client, String(body.refresh_token))).status).toBe(200)
  })

  it("revokes all tokens of the consent when it is used again after the grace period [OAUTH-17]", async () => {
    const { refresh_token } = await obtainTokens(client, "admin")
    const { body } = await refresh(client, refresh_token)
    await longAgo("token", refresh_token)
    expect(outcome(await refresh(client, refresh_token))).toEqual([400, "invalid_grant"])
    expect(outcome(await refresh(client, String(body.refresh_token)))).toEqual([400, "invalid_grant"])
  })

  it("may be narrowed to fewer scopes for one exchange, and never widened [OAUTH-18]", async () => {
    const { refresh_token } = await obtainTokens(client, "admin")
    const wider = await refresh(client, refresh_token, { scope: "a2a:payments:read a2a:payments:refund" })
    expect(outcome(wider)).toEqual([400, "invalid_scope"])
    const narrow = await refresh(client, refresh_token, { scope: "a2a:payments:read" })
    expect(narrow.body.scope).toBe("a2a:payments:read")
    const whole = await refresh(client, String(narrow.body.refresh_token))
    expect(whole.body.scope).toBe("a2a:payments:read a2a:payments:create")
  })

  it("is rejected for another resource, from another client, and when it has expired", async () => {
    const { refresh_token } = await obtainTokens(client, "admin")
    const elsewhere = await refresh(client, refresh_token, { resource: `${base_url}/gw-ucp/v1` })
    expect(outcome(elsewhere)).toEqual([400, "invalid_target"])
    expect(outcome(await refresh(await registerClient(), refresh_token))).toEqual([400, "invalid_grant"])
    await sql("update gw_oauth_token set expires_at = now() where hash = $1", [hash(refresh_token)])
    expect(outcome(await refresh(client, refresh_token))).toEqual([400, "invalid_grant"])
  })

  it("cannot be used as an access token, and an access token cannot be refreshed", async () => {
    const { access_token } = await obtainTokens(client, "admin")
    expect(outcome(await refresh(client, access_token))).toEqual([400, "invalid_grant"])
  })

  it("expires at the latest half a year after the consent", async () => {
    const { refresh_token } = await obtainTokens(client, "admin")
    await sql(
      `update gw_oauth_grant set created_at = now() - interval '179 days'
       where id = (select grant_id from gw_oauth_token where hash = $1)`,
      [hash(refresh_token)]
    )
    const { body } = await refresh(client, refresh_token)
    const [left] = await sql<{ days: string }>(
      "select extract(epoch from expires_at - now()) / 86400 as days from gw_oauth_token where hash = $1",
      [hash(String(body.refresh_token))]
    )
    expect(Number(left?.days)).toBeCloseTo(1, 1)
  })
})

describe("the token endpoint", () => {
  const basic = ({ client_id, client_secret = "" }: RegisteredClient) => ({
    authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`,
  })
  const post = (body: URLSearchParams | string, headers: Record<string, string>) =>
    fetch(oauthUrl("token"), { method: "POST", body, headers })

  it("accepts the client's secret by HTTP Basic and in the form [OAUTH-25]", async () => {
    const { code, verifier } = await obtainCode(client, "admin")
    const form = {
      grant_type: "authorization_code",
      code,
      code_verifier: verifier,
      redirect_uri: REDIRECT_URI,
    }
    expect((await post(new URLSearchParams(form), basic(client))).status).toBe(200)
  })

  it("form-decodes both halves of HTTP Basic", async () => {
    const secret = encodeURIComponent(client.client_secret ?? "").replace("_", "%5F")
    const response = await post(
      new URLSearchParams({ grant_type: "x" }),
      basic({ ...client, client_secret: secret })
    )
    expect(await response.json()).toMatchObject({ error: "unsupported_grant_type" })
  })

  it("requires no secret from a public client, but its code verifier [OAUTH-25]", async () => {
    const open = await registerClient({ token_endpoint_auth_method: "none" })
    const made = await obtainCode(open, "admin")
    expect(outcome(await redeem(open, made, { code_verifier: undefined }))).toEqual([400, "invalid_request"])
    expect(outcome(await redeem(open, made, { client_secret: "guess" }))).toEqual([401, "invalid_client"])
    expect((await redeem(open, made)).status).toBe(200)
  })

  it("answers the same to an unknown client, a wrong secret, a missing one and a revoked client [OAUTH-13, OAUTH-31]", async () => {
    const revoked = await registerClient()
    await sql("update gw_oauth_client set status = 'revoked', revoked_at = now() where id = $1", [
      revoked.client_id,
    ])
    const clients = [
      { client_id: "a2a_000000000000000000000000", client_secret: "x" },
      { ...client, client_secret: "wrong" },
      { client_id: client.client_id },
      revoked,
    ]
    for (const one of clients) {
      const { status, headers, body } = await postToken(one, { grant_type: "authorization_code", code: "x" })
      expect(status).toBe(401)
      expect(headers.get("www-authenticate")).toBe(`Basic realm="${base_url}"`)
      expect(body).toEqual({ error: "invalid_client", error_description: "Client authentication failed." })
    }
  })

  it("rejects two authentication methods in one request", async () => {
    const form = new URLSearchParams({ grant_type: "x", client_secret: String(client.client_secret) })
    const response = await post(form, basic(client))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: "invalid_request" })
  })

  it("rejects JSON", async () => {
    const body = JSON.stringify({ grant_type: "authorization_code", code: "x" })
    const response = await post(body, { ...basic(client), "content-type": "application/json" })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: "invalid_request" })
  })

  it("answers GET with 405 in its own error format", async () => {
    const response = await fetch(oauthUrl("token"))
    expect(response.status).toBe(405)
    expect(await response.json()).toMatchObject({ error: "invalid_request" })
  })

  it("rejects a repeated parameter [OAUTH-28]", async () => {
    const response = await post(new URLSearchParams("grant_type=x&grant_type=y"), basic(client))
    expect(await response.json()).toMatchObject({ error: "invalid_request" })
  })

  it.each([
    [undefined, "invalid_request"],
    ["client_credentials", "unsupported_grant_type"],
    ["password", "unsupported_grant_type"],
    ["toString", "unsupported_grant_type"],
  ])("rejects the grant type %s [OAUTH-31]", async (grant_type, error) => {
    expect(outcome(await postToken(client, { grant_type }))).toEqual([400, error])
  })
})
