import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { OAuthBrowser } from "../support/oauth-browser"
import {
  authorizeUrl,
  follow,
  forgetAttempts,
  newPkce,
  oauthUrl,
  PEOPLE,
  REDIRECT_URI,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"

const { challenge } = newPkce()
const WRONG = { password: "wrong", kind: "user" }
let client: RegisteredClient

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  client = await registerClient()
})
beforeEach(forgetAttempts)
afterEach(forgetAttempts)

/** Lets the time pass in which attempts are counted. */
const later = () => sql("update gw_oauth_attempt set expires_at = now()")

async function register(metadata: object = {}) {
  const body = JSON.stringify({ client_name: "x", redirect_uris: [REDIRECT_URI], ...metadata })
  const headers = { "content-type": "application/json" }
  return fetch(oauthUrl("register"), { method: "POST", headers, body })
}
const registerAtOnce = async (times: number) =>
  (await Promise.all(Array.from({ length: times }, () => register()))).map(({ status }) => status).sort()

describe("registration", () => {
  it("is possible twenty times an hour from one address, also at the same moment [OAUTH-37]", async () => {
    expect(await registerAtOnce(24)).toEqual([...Array<number>(20).fill(201), ...Array<number>(4).fill(429)])
    const refused = await register()
    expect(refused.headers.get("retry-after")).toBe("3600")
    expect(await refused.json()).toMatchObject({ error: "temporarily_unavailable" })
    await later()
    expect((await register()).status).toBe(201)
  })

  it("that is refused for what it says does not count [OAUTH-37]", async () => {
    await Promise.all(Array.from({ length: 21 }, () => register({ redirect_uris: [] })))
    expect((await register()).status).toBe(201)
  })
})

/** Tries to log in with a fresh browser. */
async function logIn(answers: Record<string, string>) {
  const browser = new OAuthBrowser()
  const page = await follow(browser, await browser.open(authorizeUrl(client, challenge)))
  return browser.submit(page, "Log in", answers)
}
const failAtOnce = (times: number, email: (time: number) => string) =>
  Promise.all(Array.from({ length: times }, (_, time) => logIn({ ...WRONG, email: email(time) })))
const alertIn = (html: string) => /role="alert"[\s\S]*?<\/div>/.exec(html)?.[0]

describe("the login", () => {
  it("of an account may fail ten times, then even the right password is refused for a while [OAUTH-36]", async () => {
    const { email, password } = PEOPLE.admin
    await failAtOnce(9, () => email)
    expect((await logIn({ email, password, kind: "user" })).status).toBe(303)
    expect((await logIn({ ...WRONG, email: ` ${email.toUpperCase()}` })).status).toBe(401)
    const refused = await logIn({ email, password, kind: "user" })
    expect([refused.status, refused.location]).toEqual([429, undefined])
    expect(refused.headers.get("retry-after")).toBe("900")
    expect((await logIn({ ...WRONG, email: "somebody.else@example.com" })).status).toBe(401)
    await later()
    expect((await logIn({ email, password, kind: "user" })).status).toBe(303)
  })

  it("does not count more of what is tried at the same moment than it permits [OAUTH-36]", async () => {
    const pages = await failAtOnce(14, () => PEOPLE.admin.email)
    const statuses = pages.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)])
  })

  it("speaks of an account that does not exist as of one that does [OAUTH-36]", async () => {
    const [real, unknown] = await Promise.all(
      [PEOPLE.admin.email, "nobody@example.com"].map(async (email) =>
        (await failAtOnce(11, () => email)).map(({ status, html }) => [status, alertIn(html)]).sort()
      )
    )
    expect(real).toEqual(unknown)
  })

  it("from one address may fail thirty times, at whatever accounts [OAUTH-36]", async () => {
    await failAtOnce(30, (time) => `guess${time}@example.com`)
    const { email, password } = PEOPLE.admin
    expect((await logIn({ email, password, kind: "user" })).status).toBe(429)
  })

  it("keeps neither addresses nor emails of those who tried [OAUTH-24, OAUTH-36]", async () => {
    await logIn({ ...WRONG, email: "kept@example.com" })
    const rows = await sql<{ row: string }>("select a::text as row from gw_oauth_attempt a")
    expect(rows).toHaveLength(2)
    expect(rows.map(({ row }) => row).join()).not.toMatch(/kept|127\.0|::/)
  })
})
