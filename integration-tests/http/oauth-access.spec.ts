import { createHash } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import {
  obtainTokens,
  refresh,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { world } from "../support/world"

let client: RegisteredClient

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  client = await registerClient()
})

/** The A2A surface's answer to a request for an unknown task with this bearer token. */
async function callWith(token: string): Promise<{ status: number; code: unknown }> {
  const response = await fetch(`${world().base_url}/gw-a2a/v1/rpc`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tasks/get", params: { task_id: "task_none" } }),
  })
  const body = (await response.json()) as { error?: { data?: { code?: unknown } } }
  return { status: response.status, code: body.error?.data?.code }
}

const ACCEPTED = { status: 200, code: "task_not_found" }
const REFUSED = { status: 401, code: "unauthorized" }

/** Changes the row of a token, or of its grant or client. */
const alter = (token: string, table: "token" | "grant" | "client", change: string) =>
  sql(
    `with t as (select * from gw_oauth_token where hash = $1), g as (select g.* from gw_oauth_grant g join t on t.grant_id = g.id)
     update gw_oauth_${table} set ${change}
     where ${{ token: "hash = (select hash", grant: "id = (select grant_id", client: "id = (select client_id" }[table]}
       from ${table === "client" ? "g" : "t"})`,
    [createHash("sha256").update(token).digest("base64url")]
  )

describe("an access token", () => {
  it("is accepted by its surface", async () => {
    const { access_token } = await obtainTokens(client, "admin")
    expect(await callWith(access_token)).toEqual(ACCEPTED)
  })

  it("stays valid when its refresh token is rotated", async () => {
    const { access_token, refresh_token } = await obtainTokens(client, "admin")
    const { body } = await refresh(client, refresh_token)
    expect(await callWith(access_token)).toEqual(ACCEPTED)
    expect(await callWith(String(body.access_token))).toEqual(ACCEPTED)
  })

  it.each([
    ["it has expired", "token", "expires_at = now()"],
    ["it is revoked", "token", "revoked_at = now()"],
    ["the consent is revoked", "grant", "revoked_at = now()"],
    ["it was issued for another audience", "grant", "resource = 'https://elsewhere.example/gw-a2a/v1'"],
  ] as const)("is rejected when %s [AUTH-02]", async (_, table, change) => {
    const { access_token } = await obtainTokens(client, "admin")
    await alter(access_token, table, change)
    expect(await callWith(access_token)).toEqual(REFUSED)
  })

  it("gets its own error code when its client is revoked [ERR-04]", async () => {
    const { access_token } = await obtainTokens(await registerClient(), "admin")
    await alter(access_token, "client", "status = 'revoked', revoked_at = now()")
    expect(await callWith(access_token)).toEqual({ status: 401, code: "a2a_client_revoked" })
  })

  it("of the UCP surface is rejected on the A2A surface [AUTH-04]", async () => {
    const { access_token } = await obtainTokens(await registerClient({ client_type: "ucp_agent" }), "admin")
    expect(await callWith(access_token)).toEqual(REFUSED)
  })

  it("cannot be replaced by a refresh token, a secret or the hash that is stored [AUTH-01, AUTH-02]", async () => {
    const { access_token, refresh_token } = await obtainTokens(client, "admin")
    const stored = createHash("sha256").update(access_token).digest("base64url")
    for (const token of [refresh_token, String(client.client_secret), stored, "gwa_unknown"])
      expect(await callWith(token)).toEqual(REFUSED)
  })
})
