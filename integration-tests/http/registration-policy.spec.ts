import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { adminFetch, adminGet, adminPost } from "../support/merchant"
import { OAuthBrowser } from "../support/oauth-browser"
import {
  authorizeUrl,
  forgetAttempts,
  newPkce,
  oauthUrl,
  obtainTokens,
  postRegistration,
  REDIRECT_URI,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { AS_NEW, changeSettings, countedRefusals } from "../support/policy"
import { world } from "../support/world"

const TOKEN = "/admin/agentic-commerce/registration-token"
const METADATA = { client_name: "Agent", client_type: "a2a_agent", redirect_uris: [REDIRECT_URI] }

beforeAll(() => switchSurfaces({ a2a_enabled: true }))
afterEach(() => changeSettings(AS_NEW))

async function register(token?: string) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) }
  return fetch(oauthUrl("register"), { method: "POST", headers, body: JSON.stringify(METADATA) })
}

async function newToken(): Promise<string> {
  return ((await (await adminPost(TOKEN)).json()) as { token: string }).token
}

async function metadata(): Promise<object> {
  const response = await fetch(`${world().base_url}/.well-known/oauth-authorization-server`)
  return (await response.json()) as object
}

describe("while registration is closed", () => {
  it("every registration is rejected, and the metadata names no registration endpoint [OAUTH-22, OAUTH-31, OAUTH-42]", async () => {
    expect(await metadata()).toHaveProperty("registration_endpoint", oauthUrl("register"))
    await changeSettings({ registration: "closed" })
    const { status, body } = await postRegistration(METADATA)
    expect([status, body.error]).toEqual([403, "access_denied"])
    expect(await metadata()).not.toHaveProperty("registration_endpoint")
    await changeSettings({ registration: "open" })
    expect((await postRegistration(METADATA)).status).toBe(201)
  })

  it("registered clients continue to work", async () => {
    const client = await registerClient()
    await changeSettings({ registration: "closed" })
    expect(await obtainTokens(client, "admin")).toHaveProperty("access_token")
  })
})

describe("while registration requires an initial access token", () => {
  beforeAll(forgetAttempts)

  it("the token is shown once, stored as a hash, and can register several clients [OAUTH-42]", async () => {
    await changeSettings({ registration: "initial_access_token" })
    const answer = await adminPost(TOKEN)
    expect(answer.headers.get("cache-control")).toBe("no-store")
    const { token } = (await answer.json()) as { token: string }
    expect(token).toMatch(/^gwt_[\w-]{43}$/)
    expect((await register(token)).status).toBe(201)
    expect((await register(token)).status).toBe(201)
    const rows = await sql<{ row: string }>("select t::text as row from gw_oauth_registration_token t")
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
    expect(JSON.stringify(await adminGet(TOKEN))).not.toContain(token)
    expect(await metadata()).toHaveProperty("registration_endpoint")
  })

  it("a registration without it, or with a replaced or ended token, is rejected [OAUTH-42]", async () => {
    await changeSettings({ registration: "initial_access_token" })
    const replaced = await newToken()
    const ended = await newToken()
    const access_token = "gwa_none"
    expect((await register(replaced)).status).toBe(401)
    expect((await adminFetch(TOKEN, { method: "DELETE" })).status).toBe(200)
    expect((await adminFetch(TOKEN, { method: "DELETE" })).status).toBe(404)
    expect(await adminGet(TOKEN)).toEqual({ registration_token: null })
    for (const shown of [undefined, ended, access_token, ""]) {
      const refused = await register(shown)
      expect(refused.status).toBe(401)
      expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer realm=".+", error="invalid_token"$/)
      expect(await refused.json()).toMatchObject({ error: "invalid_token" })
    }
  })

  it("a wrong token may be sent 20 times an hour, and the right one still works", async () => {
    await changeSettings({ registration: "initial_access_token" })
    await forgetAttempts()
    const token = await newToken()
    const guesses = await Promise.all(Array.from({ length: 22 }, () => register("gwt_guess")))
    const statuses = guesses.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429, 429])
    expect((await register(token)).status).toBe(201)
  })
})

describe("while clients require the merchant's approval", () => {
  it("a new client cannot request a consent until it is approved [OAUTH-43]", async () => {
    await changeSettings({ approval_required: true })
    const client = await registerClient()
    const { challenge } = newPkce()
    const page = await new OAuthBrowser().open(authorizeUrl(client, challenge))
    expect(page.location?.href).toMatch(new RegExp(`^${REDIRECT_URI}`))
    expect(page.location?.searchParams.get("error")).toBe("unauthorized_client")
    expect(page.location?.searchParams.get("state")).toBe("state-1")
    await adminPost(`/admin/agentic-commerce/clients/${client.client_id}/approve`)
    expect(await obtainTokens(client, "admin")).toHaveProperty("access_token")
  })

  it("clients registered before need no approval", async () => {
    const client = await registerClient()
    await changeSettings({ approval_required: true })
    expect(await obtainTokens(client, "admin")).toHaveProperty("access_token")
  })
})

describe("a client that asks for more than to browse and buy", () => {
  const BROWSE = "dev.ucp.shopping.catalog.search:read"
  const register = async (client_type: string, ...scopes: string[]) =>
    (await postRegistration({ ...METADATA, client_type, scopes })).body as unknown as RegisteredClient
  const errorOf = async (client: RegisteredClient) => {
    const { location } = await new OAuthBrowser().open(authorizeUrl(client, newPkce().challenge))
    return location?.searchParams.get("error")
  }

  beforeAll(() => switchSurfaces({ ucp_enabled: true, acp_enabled: true, app_enabled: true }))
  afterAll(() => switchSurfaces({ acp_enabled: false, app_enabled: false }))

  it.each(["order:manage", "order:refund", "order.all:read"].map((scope) => `dev.ucp.shopping.${scope}`))(
    "waits for the merchant's approval in a new store: %s [REG-07]",
    async (scope) => {
      const client = await register("ucp_agent", BROWSE, scope)
      expect(await errorOf(client)).toBe("unauthorized_client")
      await adminPost(`/admin/agentic-commerce/clients/${client.client_id}/approve`)
      expect((await obtainTokens(client, "customer")).scope).toContain(scope)
    }
  )

  it("needs no approval if the merchant does not want it [REG-07]", async () => {
    await changeSettings({ registration_approves_sensitive: false })
    expect(await errorOf(await register("ucp_agent", "dev.ucp.shopping.order:manage"))).toBeNull()
  })

  it.each([
    ["shops", "ucp_agent", "dev.ucp.shopping.checkout:manage"],
    ["checks out by ACP", "acp_agent", "acp:checkout:write"],
    ["staff consent to", "a2a_agent", "a2a:payments:refund"],
    ["is the customer's app", "app_shopper", "app:cards:manage"],
  ])("is none that only %s: it needs no approval [REG-07]", async (_, client_type, scope) => {
    expect(await errorOf(await register(client_type, scope))).toBeNull()
  })

  it("waits by default: the settings of the store are those of a new one [REG-05, REG-07]", async () => {
    const columns = ["registration_cap", "registration_approves_sensitive", "registration_requires_pushed"]
    const rows = await sql<{ name: string; value: string }>(
      `select column_name as name, column_default as value from information_schema.columns
        where table_name = 'gw_setting' and column_name = any($1) order by column_name`,
      [columns]
    )
    expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual({
      registration_approves_sensitive: "true",
      registration_cap: "1000",
      registration_requires_pushed: "false",
    })
  })
})

it("purchases that are repeated within two minutes and unpaid orders are limited in a new store [DUP-04, HLD-01]", async () => {
  const rows = await sql<{ name: string; value: string }>(
    `select column_name as name, column_default as value from information_schema.columns
      where table_name = 'gw_setting' and column_name in ('duplicate_guard', 'unpaid_limits') order by column_name`
  )
  const [guard, unpaid] = rows.map(
    ({ value }) => JSON.parse(/'(.*)'::jsonb/.exec(value)?.[1] ?? "") as object
  )
  expect(guard).toEqual({ enabled: true, window_seconds: 120 })
  expect(unpaid).toMatchObject({
    client_orders: 20,
    client_units: 100,
    customer_orders: 5,
    customer_units: 50,
    address_orders: 20,
    address_units: 100,
    product_share: 80,
  })
})

describe("the number of registered clients without a consent", () => {
  /** How many there are now: other tests of this store leave some behind. */
  const unused = async () => {
    const [row] = await sql<{ count: number }>(
      `select count(*)::integer as count from gw_oauth_client c where status <> 'revoked'
          and created_at > now() - interval '30 days'
          and not exists (select from gw_oauth_grant g where g.client_id = c.id)`
    )
    return row?.count ?? 0
  }
  const allow = async (more: number) => changeSettings({ registration_cap: (await unused()) + more })

  it("is limited by the merchant, and a further registration is answered 503 and counted [REG-05, REG-17]", async () => {
    await allow(1)
    const before = await countedRefusals("registration_cap")
    const client = await registerClient()
    const { status, headers, body } = await postRegistration(METADATA)
    expect([status, body.error, headers.get("retry-after")]).toEqual([503, "temporarily_unavailable", "3600"])
    await obtainTokens(client, "admin")
    const { body: next } = await postRegistration(METADATA)
    expect(next).toHaveProperty("client_id")
    expect((await postRegistration(METADATA)).status).toBe(503)
    expect((await countedRefusals("registration_cap")).calls - before.calls).toBe(2)
    await adminPost(`/admin/agentic-commerce/clients/${next.client_id}/revoke`, { reason: "unused" })
    expect((await postRegistration(METADATA)).status).toBe(201)
  })

  it("is not exceeded when 20 clients register at once, which adds one audit entry a minute [REG-05, REG-17]", async () => {
    await allow(3)
    const before = await countedRefusals("registration_cap")
    await forgetAttempts()
    const answers = await Promise.all(Array.from({ length: 20 }, () => register()))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array<number>(3).fill(201), ...Array<number>(17).fill(503)])
    const after = await countedRefusals("registration_cap")
    expect(after.calls - before.calls).toBe(17)
    expect(after.entries - before.entries).toBeLessThanOrEqual(2)
  })

  it.each([0, 100_001, 1.5, "10"])("cannot be set to %j", async (registration_cap) => {
    expect((await adminPost("/admin/agentic-commerce/settings", { registration_cap })).status).toBe(400)
    await expect(sql("update gw_setting set registration_cap = $1", [0])).rejects.toThrow("registration_cap")
  })
})

describe("a deceptive name", () => {
  it.each([
    ["blank", "\u3164", /invisible/],
    ["blank in Braille", "\u2800", /symbols/],
    ["with a claim of verification", "\u2713 Verified agent", /symbols/],
    ["with such a claim in words", "Official agent", /official/],
    ["with stacked marks", "Ag\u0301\u0302\u0303\u0304\u0305ent", /combining/],
    ["that mixes scripts", "P\u0430yPal", /scripts/],
    ["of the store", "Carpathian Goods support", /name of the store/],
    ["of punctuation and a badge", `${"!".repeat(190)}\u2713`, /symbols/],
    ["of digits and an unreadable letter", `${"1".repeat(190)}\ua4e2`, /symbols/],
    ["that is long", "\u2713".repeat(80_000), /200 characters/],
    ["that looks like the store's", "C\u00e1rp4th1an G00ds", /name of the store/],
  ])(
    "%s is rejected at registration, and counted [REG-01, REG-02, REG-03, REG-04, REG-15, REG-17]",
    async (_, client_name, reason) => {
      const before = await countedRefusals("client_name_refused")
      const { status, body } = await postRegistration({ ...METADATA, client_name })
      expect([status, body.error]).toEqual([400, "invalid_client_metadata"])
      expect(body.error_description).toMatch(reason)
      expect((await countedRefusals("client_name_refused")).calls - before.calls).toBe(1)
    }
  )

  it("is not what a registration without a name is counted as [REG-17]", async () => {
    const before = await countedRefusals("client_name_refused")
    for (const client_name of [undefined, 7])
      expect((await postRegistration({ ...METADATA, client_name })).status).toBe(400)
    expect(await countedRefusals("client_name_refused")).toEqual(before)
  })

  it("is rejected when staff approve the client, too [REG-04]", async () => {
    await changeSettings({ approval_required: true })
    const path = `/admin/agentic-commerce/clients/${(await registerClient()).client_id}/approve`
    const rename = (name: string) =>
      sql("update gw_oauth_client set name = $1 where id = $2", [name, path.split("/").at(-2)])
    for (const name of ["Carpathian Goods", "\u3164", "Verified agent"]) {
      await rename(name)
      const refused = await adminPost(path)
      expect([name, refused.status]).toEqual([name, 400])
      expect(await refused.text()).toContain("register again with another name")
    }
    await rename("Plain agent")
    expect((await adminPost(path)).status).toBe(200)
  })
})
