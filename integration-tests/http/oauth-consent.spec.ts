import { beforeAll, describe, expect, it } from "vitest"
import { OAuthBrowser } from "../support/oauth-browser"
import {
  authorizeUrl,
  consent,
  follow,
  formTokenIn,
  logInToStore,
  newPkce,
  openConsent,
  PEOPLE,
  REDIRECT_URI,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { sql } from "../support/database"
import { newCustomer } from "../support/privacy"
import { world } from "../support/world"

const { base_url } = world()
const { challenge } = newPkce()
const UCP = { client_type: "ucp_agent" }
const ME = `${base_url}/admin/users/me`
const a2aUrl = async (metadata: Parameters<typeof registerClient>[0] = {}) =>
  authorizeUrl(await registerClient(metadata), challenge)

beforeAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true }))

describe("the login page", () => {
  it("is shown to people who are not logged in, without scripts, and cannot be cached or framed [OAUTH-10, OAUTH-29]", async () => {
    const browser = new OAuthBrowser()
    const { status, headers, html } = await follow(browser, await browser.open(await a2aUrl()))
    expect(status).toBe(200)
    expect(html).toContain('<html lang="en">')
    expect(html).toMatch(/<label for="email">[\s\S]*id="email"/)
    expect(html).toMatch(/<label for="password">[\s\S]*id="password"/)
    expect(html).not.toContain("<script")
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.get("referrer-policy")).toBe("no-referrer")
    const policy = headers.get("content-security-policy")
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' https://agent.example")
  })

  it("finds out for a shopping client whether a customer or a member of the staff logs in [OAUTH-11]", async () => {
    for (const { email, password } of [PEOPLE.admin, PEOPLE.customer]) {
      const browser = new OAuthBrowser()
      const login = await follow(browser, await browser.open(await a2aUrl(UCP)))
      expect(login.html).toContain("Customers and staff of this store can decide about this.")
      expect(login.html).not.toContain('name="kind"')
      const consent = await follow(browser, await browser.submit(login, "Log in", { email, password }))
      expect(consent.html).toContain(`You are logged in as ${email}.`)
      const isCustomer = email === PEOPLE.customer.email
      expect(consent.html.includes("Apps with access to your account")).toBe(isCustomer)
    }
  })

  it("uses the customer account of a person who has both for shopping, and the other one for A2A [OAUTH-11]", async () => {
    const { email, password } = PEOPLE.admin
    const customer = await newCustomer()
    const become = (customer_id: string | null) =>
      sql(
        `update auth_identity set app_metadata = app_metadata - 'customer_id'
           || case when $2::text is null then '{}'::jsonb else jsonb_build_object('customer_id', $2::text) end
          where id = (select auth_identity_id from provider_identity where entity_id = $1)`,
        [email, customer_id]
      )
    await become(customer.id)
    const pageFor = async (url: URL) => {
      const browser = new OAuthBrowser()
      const login = await follow(browser, await browser.open(url))
      return (await follow(browser, await browser.submit(login, "Log in", { email, password }))).html
    }
    expect(await pageFor(await a2aUrl(UCP))).toContain(`You are logged in as ${customer.email}.`)
    expect(await pageFor(await a2aUrl())).toContain(`You are logged in as ${email}.`)
    await become(null)
    expect(await pageFor(await a2aUrl(UCP))).toContain(`You are logged in as ${email}.`)
  })

  it("shows the same error for a wrong password and an unknown account, and starts no session", async () => {
    const url = await a2aUrl()
    const refused = async (login: { email: string; password: string }) => {
      const browser = new OAuthBrowser()
      const began = Date.now()
      const page = await openConsent(browser, url, login)
      expect(page.status).toBe(401)
      expect(Date.now() - began).toBeGreaterThan(490)
      expect((await browser.open(page.url.replace(/\/login$/, ""))).html).toContain(">Log in</button>")
      return /role="alert"[\s\S]*?<\/div>/.exec(page.html)?.[0]
    }
    const wrong = await refused({ email: PEOPLE.admin.email, password: "wrong" })
    expect(wrong).toBeTruthy()
    expect(await refused({ email: "unknown@example.com", password: "wrong" })).toBe(wrong)
    expect(await refused({ email: PEOPLE.customer.email, password: PEOPLE.customer.password })).toBe(wrong)
    expect(await refused({ email: "", password: "" })).toBe(wrong)
    expect(await refused({ email: "no\u0000body@example.com", password: "wrong" })).toBe(wrong)
  })

  it("leaves no session of the store behind: the login is valid for its request only [REG-14]", async () => {
    const browser = new OAuthBrowser()
    const login = await follow(browser, await browser.open(await a2aUrl()))
    const logged = await browser.submit(login, "Log in", { ...PEOPLE.admin })
    expect([logged.status, logged.headers.getSetCookie()]).toEqual([303, []])
    const consent = await follow(browser, logged)
    expect((await browser.open(ME)).status).toBe(401)
    expect((await browser.submit(consent, "Allow")).status).toBe(303)
    expect((await browser.open(ME)).status).toBe(401)
    const next = await follow(browser, await browser.open(await a2aUrl()))
    expect(next.html).toContain(">Log in</button>")
    await logInToStore(browser, "admin")
    expect((await browser.open(ME)).status).toBe(200)
  })

  it("lets people reject the request without a login", async () => {
    const browser = new OAuthBrowser()
    const login = await follow(browser, await browser.open(await a2aUrl()))
    const { location } = await browser.submit(login, "Refuse access and go back")
    expect(location?.searchParams.get("error")).toBe("access_denied")
  })
})

describe("the consent page", () => {
  it("names the client, its permissions in plain words, the host of the redirect URI, and the account [OAUTH-10, OAUTH-29]", async () => {
    const url = await a2aUrl({ client_name: "Agent <b>Smith</b>", scopes: ["a2a:payments:refund"] })
    const { status, html } = await openConsent(new OAuthBrowser(), url, PEOPLE.admin)
    expect(status).toBe(200)
    expect(html).toContain("Agent &lt;b&gt;Smith&lt;/b&gt;")
    expect(html).not.toContain("<b>Smith")
    expect(html).toContain("Refund payments")
    expect(html).not.toContain("a2a:payments:refund")
    expect(html).not.toContain("Save cards")
    expect(html).toContain("agent.example")
    expect(html).toContain(PEOPLE.admin.email)
  })

  it("is shown at once to people who are logged in, with a link to switch accounts", async () => {
    const browser = new OAuthBrowser()
    await logInToStore(browser, "admin")
    const second = await follow(browser, await browser.open(await a2aUrl()))
    expect(second.html).toContain(">Allow</button>")
    expect((await browser.open(`${second.url}?switch`)).html).toContain(">Log in</button>")
  })

  it("sends code, state and issuer to the client after approval [OAUTH-10]", async () => {
    const answer = Object.fromEntries((await consent(await a2aUrl(), "admin")).searchParams)
    expect(Object.keys(answer).sort()).toEqual(["code", "iss", "state"])
    expect(answer).toMatchObject({ state: "state-1", iss: base_url })
  })

  it("keeps the query of the registered redirect URI", async () => {
    const redirect_uri = `${REDIRECT_URI}?tenant=a%20b`
    const client = await registerClient({ redirect_uris: [redirect_uri] })
    const answer = await consent(authorizeUrl(client, challenge, { redirect_uri }), "admin")
    expect(answer.href.startsWith(`${redirect_uri}&code=`)).toBe(true)
  })

  it("sends access_denied, state and issuer after a rejection, and no code [OAUTH-09]", async () => {
    const answer = Object.fromEntries((await consent(await a2aUrl(), "admin", "Refuse")).searchParams)
    expect(answer).toEqual({ error: "access_denied", state: "state-1", iss: base_url })
  })

  it("accepts one decision: of two approvals one gets the code, the other an error page [OAUTH-12]", async () => {
    const browser = new OAuthBrowser()
    const page = await openConsent(browser, await a2aUrl(), PEOPLE.admin)
    const twice = await Promise.all([browser.submit(page, "Allow"), browser.submit(page, "Allow")])
    expect(twice.map(({ status }) => status).sort()).toEqual([303, 400])
    const late = await browser.submit(page, "Refuse")
    expect([late.status, late.location]).toEqual([400, undefined])
  })

  it("expires", async () => {
    const browser = new OAuthBrowser()
    const page = await openConsent(browser, await a2aUrl(), PEOPLE.admin)
    await sql("update gw_oauth_request set expires_at = now() where decided_at is null")
    expect((await browser.submit(page, "Allow")).status).toBe(400)
  })

  it.each([
    ["without the form token", { token: undefined }, {}],
    ["with another form token", { token: "A".repeat(43) }, {}],
    ["from another site", {}, { "sec-fetch-site": "cross-site" }],
    ["from another origin", {}, { origin: "https://evil.example" }],
  ])("rejects a decision posted %s [OAUTH-12]", async (_, change: { token?: string }, headers) => {
    const browser = new OAuthBrowser()
    const page = await openConsent(browser, await a2aUrl(), PEOPLE.admin)
    const fields = { decision: "approve", token: formTokenIn(page), ...change }
    const posted = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
    const { status, location } = await browser.post(page.url, Object.fromEntries(posted), headers)
    expect([status, location]).toEqual([403, undefined])
    expect((await browser.submit(page, "Allow")).status).toBe(303)
  })

  it("rejects a form token made for another request", async () => {
    const browser = new OAuthBrowser()
    const [one, other] = [
      await openConsent(browser, await a2aUrl(), PEOPLE.admin),
      await openConsent(browser, await a2aUrl(), PEOPLE.admin),
    ]
    const { status } = await browser.post(one.url, { decision: "approve", token: formTokenIn(other) })
    expect(status).toBe(403)
  })

  it("rejects a consent page that was shown before another account logged in", async () => {
    const browser = new OAuthBrowser()
    const page = await openConsent(browser, await a2aUrl(UCP), PEOPLE.admin)
    const login = await browser.open(`${page.url}?switch`)
    await browser.submit(login, "Log in", { ...PEOPLE.customer })
    expect((await browser.submit(page, "Allow")).status).toBe(403)
  })

  it("opens only in the browser that started the request [OAUTH-12]", async () => {
    const victim = new OAuthBrowser()
    await openConsent(victim, await a2aUrl(), PEOPLE.admin)
    const planted = await new OAuthBrowser().open(await a2aUrl())
    const { status, html } = await victim.open(planted.location ?? "")
    expect(status).toBe(400)
    expect(html).not.toContain(">Allow</button>")
  })

  it("answers an unknown interaction id with an error page", async () => {
    const { status, headers } = await new OAuthBrowser().open(`${base_url}/gw-ucp/oauth/v1/interaction/gwi_x`)
    expect(status).toBe(400)
    expect(headers.get("content-type")).toMatch(/^text\/html/)
  })
})
