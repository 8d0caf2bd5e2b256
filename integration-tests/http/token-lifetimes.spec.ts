import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { adminPost } from "../support/merchant"
import {
  hash,
  obtainTokens,
  postForm,
  refresh,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { AS_NEW, changeSettings } from "../support/policy"

const DAY = 86_400

/** The seconds a token has left by the database's clock. */
async function secondsLeft(token: string): Promise<number> {
  const [row] = await sql<{ left: number }>(
    "select extract(epoch from expires_at - now())::float8 as left from gw_oauth_token where hash = $1",
    [hash(token)]
  )
  return row?.left ?? 0
}

const about = (seconds: number) => (left: number) => left > seconds - 60 && left <= seconds

beforeAll(() => switchSurfaces({ a2a_enabled: true }))
afterEach(() => changeSettings(AS_NEW))

describe("the lifetimes of tokens", () => {
  it("follow the merchant's settings for tokens issued from then on [OAUTH-19, OAUTH-44]", async () => {
    const client = await registerClient()
    const before = await obtainTokens(client, "admin")
    expect(before.expires_in).toBe(3600)
    await changeSettings({ token_lifetimes: { access: 300, refresh: 2 * DAY } })
    const { body } = await refresh(client, before.refresh_token)
    const { access_token: token, refresh_token, expires_in } = body as Record<string, string>
    expect(Number(expires_in)).toBe(300)
    const { body: introspection } = await postForm("introspect", client, { token })
    expect(Number(introspection.exp) - Number(introspection.iat)).toBe(300)
    expect(await secondsLeft(String(refresh_token))).toSatisfy(about(2 * DAY))
    expect(await secondsLeft(before.access_token)).toSatisfy(about(3600))
  })

  it("end with the consent, however long a refresh token lives", async () => {
    await changeSettings({ token_lifetimes: { refresh: 30 * DAY, consent: 3 * DAY } })
    const { refresh_token } = await obtainTokens(await registerClient(), "admin")
    expect(await secondsLeft(refresh_token)).toSatisfy(about(3 * DAY))
  })

  it.each([
    { access: 299 },
    { access: DAY + 1 },
    { access: 3600.5 },
    { access: null },
    { access: "3600" },
    { refresh: DAY - 1 },
    { refresh: 366 * DAY },
    { consent: 0 },
    { code: 60 },
    [],
  ])("cannot be %j", async (token_lifetimes) => {
    const { status } = await adminPost("/admin/agentic-commerce/settings", { token_lifetimes })
    expect(status).toBe(400)
  })
})
