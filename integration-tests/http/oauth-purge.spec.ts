import type { MedusaContainer } from "@medusajs/framework/types"
import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { afterAll, beforeAll, expect, it } from "vitest"
import OAuthService from "../../src/modules/oauth/service"
import purgeOAuth from "../../src/jobs/purge-oauth"
import { sql } from "../support/database"
import {
  authorizeUrl,
  hash,
  newPkce,
  obtainTokens,
  refresh,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { OAuthBrowser } from "../support/oauth-browser"
import { world } from "../support/world"

let connection: Knex

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  connection = knex({ client: "pg", connection: world().database_url })
})
afterAll(() => connection.destroy())

/** Runs the job now, on the store's own database: its hour would come too late for a test. */
function purge(): Promise<void> {
  const options = {
    base_url: world().base_url,
    bank: { api_url: "http://bank.example", issuer: "x", merchant_id: "x", merchant_key: KEY },
  }
  const service = new OAuthService({ __pg_connection__: connection }, options)
  return purgeOAuth({ resolve: () => service } as unknown as MedusaContainer)
}
const KEY = { kty: "EC", crv: "P-256", x: "x", y: "y", d: "d" }

const exists = async (table: string, column: string, value: string) =>
  (await sql(`select 1 from gw_oauth_${table} where ${column} = $1`, [value])).length > 0
const age = (client_id: string, days: number) =>
  sql("update gw_oauth_client set created_at = now() - make_interval(days => $2) where id = $1", [
    client_id,
    days,
  ])

it("a client nobody has consented to within 30 days is forgotten, and no other [OAUTH-38]", async () => {
  const [young, old] = [await registerClient(), await registerClient()]
  const [used, revoked, asking] = [await registerClient(), await registerClient(), await registerClient()]
  await obtainTokens(used, "admin")
  await sql("update gw_oauth_client set status = 'revoked', revoked_at = now() where id = $1", [
    revoked.client_id,
  ])
  await new OAuthBrowser().open(authorizeUrl(asking, newPkce().challenge))
  await age(young.client_id, 29)
  for (const { client_id } of [old, used, revoked, asking]) await age(client_id, 31)
  await purge()
  const left = await Promise.all(
    [young, old, used, revoked, asking].map(({ client_id }) => exists("client", "id", client_id))
  )
  expect(left).toEqual([true, false, true, true, true])
})

it("what has expired is forgotten; a spent refresh token stays as long as it could have been used [OAUTH-38]", async () => {
  const client = await registerClient()
  const { access_token, refresh_token } = await obtainTokens(client, "admin")
  const { body } = await refresh(client, refresh_token)
  await sql("update gw_oauth_token set expires_at = now() where hash = $1", [hash(access_token)])
  await purge()
  expect(await exists("token", "hash", hash(access_token))).toBe(false)
  for (const token of [refresh_token, String(body.access_token), String(body.refresh_token)])
    expect(await exists("token", "hash", hash(token))).toBe(true)
})
