import { beforeAll, expect, it } from "vitest"
import { sql } from "../support/database"
import { runJob } from "../support/jobs"
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

beforeAll(() => switchSurfaces({ a2a_enabled: true }))

const exists = async (table: string, column: string, value: string) =>
  (await sql(`select 1 from gw_oauth_${table} where ${column} = $1`, [value])).length > 0
const age = (client_id: string, days: number) =>
  sql("update gw_oauth_client set created_at = now() - make_interval(days => $2) where id = $1", [
    client_id,
    days,
  ])

it("a client without a consent is deleted after 30 days, unless it is revoked or has an open authorization [OAUTH-38]", async () => {
  const [young, old] = [await registerClient(), await registerClient()]
  const [used, revoked, asking] = [await registerClient(), await registerClient(), await registerClient()]
  await obtainTokens(used, "admin")
  await sql("update gw_oauth_client set status = 'revoked', revoked_at = now() where id = $1", [
    revoked.client_id,
  ])
  await new OAuthBrowser().open(authorizeUrl(asking, newPkce().challenge))
  await age(young.client_id, 29)
  for (const { client_id } of [old, used, revoked, asking]) await age(client_id, 31)
  await runJob("purge-oauth")
  const left = await Promise.all(
    [young, old, used, revoked, asking].map(({ client_id }) => exists("client", "id", client_id))
  )
  expect(left).toEqual([true, false, true, true, true])
})

it("expired tokens are deleted; an exchanged refresh token stays until it would have expired [OAUTH-38]", async () => {
  const client = await registerClient()
  const { access_token, refresh_token } = await obtainTokens(client, "admin")
  const { body } = await refresh(client, refresh_token)
  await sql("update gw_oauth_token set expires_at = now() where hash = $1", [hash(access_token)])
  await runJob("purge-oauth")
  expect(await exists("token", "hash", hash(access_token))).toBe(false)
  for (const token of [refresh_token, String(body.access_token), String(body.refresh_token)])
    expect(await exists("token", "hash", hash(token))).toBe(true)
})
