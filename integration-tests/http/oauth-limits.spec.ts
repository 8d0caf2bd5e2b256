import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { OAuthBrowser } from "../support/oauth-browser"
import {
  authorizeUrl,
  follow,
  forgetAttempts,
  newPkce,
  oauthUrl,
  obtainTokens,
  PEOPLE,
  postForm,
  postToken,
  refresh,
  REDIRECT_URI,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { world } from "../support/world"

const { challenge } = newPkce()
const WRONG = { password: "wrong" }
let client: RegisteredClient

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  client = await registerClient()
})
beforeEach(forgetAttempts)
afterEach(forgetAttempts)

/** Ends the period in which attempts are counted. */
const later = () => sql("update gw_oauth_attempt set expires_at = now()")

async function register(metadata: object = {}) {
  const body = JSON.stringify({ client_name: "x", redirect_uris: [REDIRECT_URI], ...metadata })
  const headers = { "content-type": "application/json" }
  return fetch(oauthUrl("register"), { method: "POST", headers, body })
}
const registerAtOnce = async (times: number) =>
  (await Promise.all(Array.from({ length: times }, () => register()))).map(({ status }) => status).sort()

describe("registration", () => {
  it("is limited to 100 an hour per IP address, also when requests arrive at once [OAUTH-37]", async () => {
    expect(await registerAtOnce(104)).toEqual([
      ...Array<number>(100).fill(201),
      ...Array<number>(4).fill(429),
    ])
    const refused = await register()
    expect(refused.headers.get("retry-after")).toBe("3600")
    expect(await refused.json()).toMatchObject({ error: "temporarily_unavailable" })
    await later()
    expect((await register()).status).toBe(201)
  })

  it("does not count when its metadata is rejected [OAUTH-37]", async () => {
    await Promise.all(Array.from({ length: 101 }, () => register({ redirect_uris: [] })))
    expect((await register()).status).toBe(201)
  })
})

/** Tries to log in with a new browser. */
async function logIn(answers: Record<string, string>, at = client) {
  const browser = new OAuthBrowser()
  const page = await follow(browser, await browser.open(authorizeUrl(at, challenge)))
  return browser.submit(page, "Log in", answers)
}
const failAtOnce = (times: number, email: (time: number) => string) =>
  Promise.all(Array.from({ length: times }, (_, time) => logIn({ ...WRONG, email: email(time) })))
const alertIn = (html: string) => /role="alert"[\s\S]*?<\/div>/.exec(html)?.[0]

/** The processor time that the store spends on six failed logins, in microseconds. */
async function costOf(email: string): Promise<number> {
  const used = async () => (await (await fetch(`${world().base_url}/probe/processor`)).json()) as number
  await forgetAttempts()
  const before = await used()
  await failAtOnce(6, () => email)
  return (await used()) - before
}

describe("the login", () => {
  it("is locked for an account after ten failures from one IP address, even with the right password [OAUTH-36]", async () => {
    const { email, password } = PEOPLE.admin
    await failAtOnce(9, () => email)
    expect((await logIn({ email, password })).status).toBe(303)
    expect((await logIn({ ...WRONG, email: ` ${email.toUpperCase()}` })).status).toBe(401)
    const refused = await logIn({ email, password })
    expect([refused.status, refused.location]).toEqual([429, undefined])
    expect(refused.headers.get("retry-after")).toBe("900")
    expect((await logIn({ ...WRONG, email: "another@example.com" })).status).toBe(401)
    await later()
    expect((await logIn({ email, password })).status).toBe(303)
  })

  it("counts failures for the clients of all surfaces together [OAUTH-36]", async () => {
    const { email, password } = PEOPLE.admin
    const shopping = await registerClient({ client_type: "ucp_agent" })
    await failAtOnce(9, () => email)
    expect((await logIn({ ...WRONG, email }, shopping)).status).toBe(401)
    const statuses = [await logIn({ email, password }), await logIn({ email, password }, shopping)]
    expect(statuses.map(({ status }) => status)).toEqual([429, 429])
  })

  it("judges ten of 14 simultaneous attempts and rejects the rest [OAUTH-36]", async () => {
    const pages = await failAtOnce(14, () => PEOPLE.admin.email)
    const statuses = pages.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)])
  })

  it("answers the same for an unknown account and an existing one [OAUTH-36, HRD-02]", async () => {
    const [real, unknown] = await Promise.all(
      [PEOPLE.admin.email, "unknown@example.com"].map(async (email) =>
        (await failAtOnce(11, () => email)).map(({ status, html }) => [status, alertIn(html)]).sort()
      )
    )
    expect(real).toEqual(unknown)
  })

  it("costs as much processor time for an unknown account as for an existing one [HRD-02]", async () => {
    const real: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 5; round++) {
      real.push(await costOf(PEOPLE.admin.email))
      unknown.push(await costOf("unknown@example.com"))
    }
    // The store's jobs only add to a measurement.
    const ratio = Math.min(...unknown) / Math.min(...real)
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.6)
  })

  it("is locked for an IP address after 100 failures with any accounts [OAUTH-36]", async () => {
    const browser = new OAuthBrowser()
    const page = await follow(browser, await browser.open(authorizeUrl(client, challenge)))
    const fail = (email: string) => browser.submit(page, "Log in", { ...WRONG, email })
    for (const email of ["a@example.com", "b@example.com", "c@example.com"]) await fail(email)
    // Only the address has failed three times; each account has failed once.
    expect(await sql("update gw_oauth_attempt set count = 99 where count = 3 returning id")).toHaveLength(1)
    const { email, password } = PEOPLE.admin
    expect((await fail("d@example.com")).status).toBe(401)
    expect((await logIn({ email, password })).status).toBe(429)
    await later()
    expect((await logIn({ email, password })).status).toBe(303)
  })

  it("stores neither IP addresses nor emails of the attempts [OAUTH-24, OAUTH-36]", async () => {
    await logIn({ ...WRONG, email: "kept@example.com" })
    const rows = await sql<{ row: string }>("select a::text as row from gw_oauth_attempt a")
    expect(rows).toHaveLength(3)
    expect(rows.map(({ row }) => row).join()).not.toMatch(/kept|127\.0|::/)
  })
})

describe("an authorization request", () => {
  const begin = async () =>
    (await new OAuthBrowser().open(authorizeUrl(client, challenge))).location?.searchParams.get("error")

  it("is limited to 120 in ten minutes per IP address, also when requests arrive at once [OAUTH-45]", async () => {
    const errors = await Promise.all(Array.from({ length: 124 }, begin))
    expect(errors.filter((error) => error === null)).toHaveLength(120)
    expect(errors.filter((error) => error === "temporarily_unavailable")).toHaveLength(4)
    await later()
    expect(await begin()).toBeNull()
  })
})

describe("the token exchange", () => {
  const guess = (one = client) => postToken(one, { grant_type: "refresh_token", refresh_token: "gwr_guess" })
  const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

  it("is limited to 60 a minute per client, and a rejected one counts double [OAUTH-45]", async () => {
    const statuses = statusesOf(await Promise.all(Array.from({ length: 62 }, () => guess())))
    const judged = statuses.filter((status) => status === 400).length
    expect(judged).toBeGreaterThanOrEqual(30)
    expect(judged).toBeLessThanOrEqual(60)
    const refused = await guess()
    expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"])
    expect(refused.headers.get("retry-after")).toBe("60")
    await later()
    for (let time = 0; time < 30; time++) expect((await guess()).status).toBe(400)
    expect((await guess()).status).toBe(429)
  })

  it("is counted per client, and over the limit a genuine token is rejected too", async () => {
    const other = await registerClient()
    const { refresh_token } = await obtainTokens(other, "admin")
    for (let time = 0; time < 30; time++) await guess()
    expect((await guess()).status).toBe(429)
    const { status, body } = await refresh(other, refresh_token)
    expect(status).toBe(200)
    for (let time = 0; time < 30; time++) await guess(other)
    expect((await refresh(other, String(body.refresh_token))).status).toBe(429)
    await later()
    expect((await refresh(other, String(body.refresh_token))).status).toBe(200)
  })
})

describe("client authentication", () => {
  const ask = (endpoint: string, client_secret: string) =>
    postForm(endpoint, { ...client, client_secret }, { token: "gwa_none", grant_type: "refresh_token" })

  it("may fail 60 times in 15 minutes per IP address, and a client with the right secret still passes [OAUTH-45]", async () => {
    const fail = (endpoint: string, times: number) =>
      Promise.all(Array.from({ length: times }, () => ask(endpoint, "gws_wrong")))
    const answers = [
      ...(await fail("token", 20)),
      ...(await fail("introspect", 20)),
      ...(await fail("revoke", 22)),
    ]
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(60).fill(401), 429, 429])
    const refused = await ask("introspect", "gws_wrong")
    expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"])
    expect(refused.headers.get("retry-after")).toBe("900")
    expect((await ask("introspect", String(client.client_secret))).status).toBe(200)
    await later()
    expect((await ask("introspect", "gws_wrong")).status).toBe(401)
  })
})
