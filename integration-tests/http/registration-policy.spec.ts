import { afterEach, beforeAll, describe, expect, it } from "vitest"
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
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { AS_NEW, changeSettings } from "../support/policy"
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
