import { beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import {
  hash,
  obtainTokens,
  postForm,
  refresh,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
  type TokenSet,
} from "../support/oauth-client"

let client: RegisteredClient

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  client = await registerClient()
})

const isLive = async (token: string) =>
  (await postForm("introspect", client, { token })).body.active as unknown as boolean

/** Two token pairs of one consent: the second results from refreshing the first. */
async function twoPairs(): Promise<[TokenSet, TokenSet]> {
  const first = await obtainTokens(client, "admin")
  const { body } = await refresh(client, first.refresh_token)
  return [first, body as unknown as TokenSet]
}

/** Revokes a token and checks the answer, which is the same in all cases. */
async function revoke(asking: RegisteredClient, token: string, changes: Record<string, string> = {}) {
  const { status, headers, body } = await postForm("revoke", asking, { token, ...changes })
  expect([status, body]).toEqual([200, {}])
  expect(headers.get("cache-control")).toBe("no-store")
  expect(headers.get("access-control-allow-origin")).toBeNull()
}

describe("revocation", () => {
  it("of an access token ends only that token [OAUTH-21]", async () => {
    const [first, second] = await twoPairs()
    await revoke(client, first.access_token)
    expect(await isLive(first.access_token)).toBe(false)
    expect(await isLive(second.access_token)).toBe(true)
    expect((await refresh(client, second.refresh_token)).status).toBe(200)
  })

  it("of a refresh token ends the consent with all its tokens [OAUTH-21]", async () => {
    const [first, second] = await twoPairs()
    const other = await obtainTokens(client, "admin")
    await revoke(client, second.refresh_token)
    for (const token of [first.access_token, second.access_token, second.refresh_token])
      expect(await isLive(token)).toBe(false)
    expect((await refresh(client, second.refresh_token)).body.error).toBe("invalid_grant")
    expect(await isLive(other.access_token)).toBe(true)
    const [grant] = await sql<{ revoked_reason: string }>(
      `select revoked_reason from gw_oauth_grant
       where id = (select grant_id from gw_oauth_token where hash = $1)`,
      [hash(first.access_token)]
    )
    expect(grant?.revoked_reason).toBe("revoked_by_client")
  })

  it("of an already exchanged refresh token ends the consent too [OAUTH-21]", async () => {
    const [first, second] = await twoPairs()
    await revoke(client, first.refresh_token)
    expect(await isLive(second.access_token)).toBe(false)
  })

  it.each(["access_token", "refresh_token", "nonsense"])(
    "finds the token whatever the hint %s says [OAUTH-21]",
    async (token_type_hint) => {
      const { access_token } = await obtainTokens(client, "admin")
      await revoke(client, access_token, { token_type_hint })
      expect(await isLive(access_token)).toBe(false)
    }
  )

  it("does not affect another client's token and does not reveal that it exists [OAUTH-21]", async () => {
    const { access_token, refresh_token } = await obtainTokens(client, "admin")
    const stranger = await registerClient()
    await revoke(stranger, access_token)
    await revoke(stranger, refresh_token)
    await revoke(stranger, "gwr_unknown")
    expect(await isLive(access_token)).toBe(true)
    expect((await refresh(client, refresh_token)).status).toBe(200)
  })

  it("works for a public client by its client id alone [OAUTH-21, OAUTH-25]", async () => {
    const open = await registerClient({ token_endpoint_auth_method: "none" })
    const { access_token } = await obtainTokens(open, "admin")
    await revoke(open, access_token)
    expect((await postForm("introspect", open, { token: access_token })).body).toEqual({ active: false })
  })

  it("wins against a simultaneous refresh: no token of the consent stays active [OAUTH-21]", async () => {
    const { refresh_token } = await obtainTokens(client, "admin")
    const [answer] = await Promise.all([refresh(client, refresh_token), revoke(client, refresh_token)])
    const { access_token } = answer.body
    if (access_token) expect(await isLive(access_token)).toBe(false)
    expect((await refresh(client, String(answer.body.refresh_token ?? refresh_token))).status).toBe(400)
  })
})
