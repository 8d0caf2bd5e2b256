import { createHash } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { ADMIN, type Login } from "../../demo/shop/logins"
import { App } from "../support/app"
import { closeApp, openApp, saveCardOf } from "../support/app-family"
import { Buyer } from "../support/buyer"
import { cardRow } from "../support/cards"
import { sql } from "../support/database"
import { runJob } from "../support/jobs"
import { adminGet } from "../support/merchant"
import {
  forgetAttempts,
  formTokenIn,
  logInToStore,
  oauthUrl,
  registerClient,
  openConsent,
  authorizeUrl,
  newPkce,
  switchSurfaces,
} from "../support/oauth-client"
import { OAuthBrowser, type Page } from "../support/oauth-browser"
import { erase, type NewCustomer } from "../support/privacy"

const URL_OF_PAGE = oauthUrl("account")
let ana: NewCustomer
let app: App
let other: App

beforeAll(async () => {
  ;({ ana, app, other } = await openApp())
})
beforeEach(forgetAttempts)
afterAll(closeApp)

/** Logs in on the page, and returns the answer to the login form. */
async function logIn(browser: OAuthBrowser, { email, password }: Login): Promise<Page> {
  return browser.submit(await browser.open(URL_OF_PAGE), "Log in", { email, password })
}

async function openAs(person: Login): Promise<[OAuthBrowser, Page]> {
  const browser = new OAuthBrowser()
  const { status, location } = await logIn(browser, person)
  expect([status, location?.href]).toEqual([303, URL_OF_PAGE])
  return [browser, await browser.open(URL_OF_PAGE)]
}

const asksForLogin = ({ html }: Page) => html.includes(">Log in</button>")

/** Posts the form of one entry, as if its button had been pressed. */
const end = (browser: OAuthBrowser, page: Page, action: string, id: string, changes: object = {}) =>
  browser.post(URL_OF_PAGE, { action, id, token: formTokenIn(page), ...changes })

/** What a form has done, by the page that follows it. */
const doneBy = (page: Page) => [page.status, page.location?.searchParams.get("done")]

async function consentIdOf(buyer: Buyer): Promise<string> {
  const found = (await app.consents()).find(({ agent }) => agent.client_id === buyer.client_id)
  return found?.id ?? ""
}

const DAY = 86_400_000

/** The day in UTC, as the pages show it. */
const dayOf = (at: number | Date) =>
  new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(at)

describe("the page on which customers see what they have allowed", () => {
  it("lists the apps with what each may do, only the customer's own, after a login [OAUTH-47]", async () => {
    const buyer = await Buyer.forPerson(ana)
    const [browser, page] = await openAs(ana)
    expect(page.status).toBe(200)
    expect(page.html).toContain(`value="${await consentIdOf(buyer)}"`)
    expect(page.html).toContain("Check out and start payments")
    expect(page.html).toContain(`You are logged in as ${ana.email}.`)
    for (const { id } of await other.consents()) expect(page.html).not.toContain(id)
    const headers = ["content-security-policy", "cache-control", "x-frame-options"].map((name) =>
      page.headers.get(name)
    )
    expect(headers).toEqual([expect.stringContaining("default-src 'none'") as string, "no-store", "DENY"])
    expect(page.headers.get("set-cookie")).toMatch(
      /^gw_oauth=gwas_[\w-]+; Path=\/gw-ucp\/oauth\/v1\/account; Max-Age=900; HttpOnly; SameSite=Lax$/
    )
    expect(asksForLogin(await new OAuthBrowser().open(URL_OF_PAGE))).toBe(true)
    expect(asksForLogin(await browser.open(URL_OF_PAGE))).toBe(false)
  })

  it("says since when and until when at the latest each app has access [OAUTH-47]", async () => {
    const id = await consentIdOf(await Buyer.forPerson(ana))
    const since = Date.now() - 100 * DAY
    await sql("update gw_oauth_grant set created_at = $2 where id = $1", [id, new Date(since)])
    const [browser, page] = await openAs(ana)
    const shown = (until: number | Date) =>
      `Has access since ${dayOf(since)}, until ${dayOf(until)} at the latest`
    // The last access token lives for an hour.
    expect(page.html).toContain(shown(since + 180 * DAY + 3_600_000))
    await sql("update gw_oauth_token set revoked_at = now() where grant_id = $1 and kind = 'refresh'", [id])
    const access = "select expires_at from gw_oauth_token where grant_id = $1 and kind = 'access'"
    const [token] = await sql<{ expires_at: Date }>(access, [id])
    expect((await browser.open(URL_OF_PAGE)).html).toContain(shown(token?.expires_at ?? 0))
  })

  it("withdraws an app's access at once, with an entry in the audit log [OAUTH-47]", async () => {
    const buyer = await Buyer.forPerson(ana)
    const id = await consentIdOf(buyer)
    const [browser, page] = await openAs(ana)
    expect((await buyer.get("/orders")).status).toBe(200)
    expect(doneBy(await end(browser, page, "withdraw", id))).toEqual([303, "withdrawn"])
    expect((await buyer.get("/orders")).status).toBe(401)
    const after = await browser.open(`${URL_OF_PAGE}?done=withdrawn`)
    expect(after.html).toContain("The access is withdrawn.")
    expect(after.html).not.toContain(id)
    const path = `/admin/agentic-commerce/audit?type=consent_revoked&client_id=${buyer.client_id}`
    const { entries } = await adminGet<{ entries: object[] }>(path)
    expect(entries).toMatchObject([{ actor_type: "customer", actor_id: ana.id }])
  })

  it("removes a saved card, which is not charged again [OAUTH-47]", async () => {
    const buyer = await Buyer.forPerson(ana)
    const id = await saveCardOf(buyer, app)
    const [browser, page] = await openAs(ana)
    expect(page.html).toContain("Visa •••• 1111")
    expect(page.html).toContain("at most 100.00 EUR each time and 300.00 EUR in a calendar month")
    expect(doneBy(await end(browser, page, "remove", id))).toEqual([303, "removed"])
    expect((await browser.open(URL_OF_PAGE)).html).not.toContain(id)
    expect(await cardRow(id)).toMatchObject({ status: "revoked" })
  })

  it("changes nothing of another customer, and reveals nothing about it [OAUTH-47]", async () => {
    const [foreign] = await other.consents()
    const [browser, page] = await openAs(ana)
    for (const id of [foreign?.id ?? "", "grant_none"])
      for (const action of ["withdraw", "remove"])
        expect(doneBy(await end(browser, page, action, id))).toEqual([303, "gone"])
    expect((await other.send("GET", "/consents")).status).toBe(200)
  })

  it("accepts only its own forms, from this browser and for this customer [OAUTH-47]", async () => {
    const buyer = await Buyer.forPerson(ana)
    const id = await consentIdOf(buyer)
    const [browser, page] = await openAs(ana)
    const [, foreign] = await openAs(ana)
    const attempts = [
      end(browser, page, "withdraw", id, { token: "" }),
      end(browser, page, "withdraw", id, { token: formTokenIn(foreign) }),
      browser.post(
        URL_OF_PAGE,
        { action: "withdraw", id, token: formTokenIn(page) },
        { "sec-fetch-site": "cross-site" }
      ),
    ]
    for (const { status, html } of await Promise.all(attempts)) {
      expect(status).toBe(403)
      expect(html).toContain("Nothing was changed. Open the page again.")
    }
    expect((await buyer.get("/orders")).status).toBe(200)
  })

  it("changes nothing for a browser without its cookie, whatever the form token, and shows the page [OAUTH-47]", async () => {
    const buyer = await Buyer.forPerson(ana)
    const id = await consentIdOf(buyer)
    const token = createHash("sha256").update("account\n\n\n").digest("base64url")
    const stranger = new OAuthBrowser()
    await logInToStore(stranger, ana)
    const withdrawal = await stranger.post(URL_OF_PAGE, { action: "withdraw", id, token })
    expect(doneBy(withdrawal)).toEqual([303, null])
    const { email, password } = ana
    const browser = new OAuthBrowser()
    const login = await browser.post(`${URL_OF_PAGE}/login`, { email, password, token })
    expect([...doneBy(login), login.headers.get("set-cookie")]).toEqual([303, "no_cookie", null])
    expect((await browser.open(login.location?.href ?? "")).html).toContain("your browser blocks cookies")
    expect((await buyer.get("/orders")).status).toBe(200)
  })

  it("rejects a malformed form without a change [OAUTH-47]", async () => {
    const buyer = await Buyer.forPerson(ana)
    const id = await consentIdOf(buyer)
    const [browser, page] = await openAs(ana)
    const token = formTokenIn(page)
    const forms = [
      new URLSearchParams({ id, token }),
      new URLSearchParams({ action: "erase", id, token }),
      new URLSearchParams(`action=withdraw&action=remove&id=${id}&token=${token}`),
    ]
    for (const form of forms) {
      const { status } = await browser.post(URL_OF_PAGE, form)
      expect([String(form).slice(0, 60), status]).toEqual([String(form).slice(0, 60), 400])
    }
    for (const wrong of ["", "\0", "x".repeat(10_000)])
      expect(doneBy(await end(browser, page, "withdraw", wrong))).toEqual([303, "gone"])
    expect((await browser.postJson(URL_OF_PAGE, { action: "withdraw", id, token })).status).toBe(400)
    for (const query of ["consents=foreign", "cards=%00"])
      expect((await browser.open(`${URL_OF_PAGE}?${query}`)).status).toBe(400)
    expect((await buyer.get("/orders")).status).toBe(200)
  })

  it("lists more apps than fit on a page on further pages [OAUTH-47]", async () => {
    const buyer = await Buyer.forPerson(ana)
    const id = await consentIdOf(buyer)
    const before = (await app.consents()).length
    await sql(
      `with added as (
         insert into gw_oauth_grant (id, client_id, actor_type, actor_id, scopes, resource, created_at)
         select 'grant_more_' || n, client_id, actor_type, actor_id, scopes, resource, created_at - n * interval '1 minute'
           from gw_oauth_grant, generate_series(1, 21) n where id = $1 returning id)
       insert into gw_oauth_token (hash, kind, grant_id, scopes, expires_at)
       select 'more ' || id, 'access', id, '{}', now() + interval '1 hour' from added`,
      [id]
    )
    const [browser, first] = await openAs(ana)
    const link = /<a href="([^"]+)">Show more<\/a>/.exec(first.html)?.[1] ?? ""
    const second = await browser.open(link.replaceAll("&amp;", "&"))
    const withdrawn = (page: Page) => page.html.split('value="withdraw"').length - 1
    expect([withdrawn(first), withdrawn(second)]).toEqual([20, Math.min(20, before + 1)])
    await sql("delete from gw_oauth_grant where id like 'grant_more_%'")
  })
})

describe("the login of the page", () => {
  it("is not for staff, and not with a wrong password [OAUTH-48]", async () => {
    for (const login of [
      ADMIN,
      { ...ana, password: "wrong" },
      { email: "no@private.example", password: "x" },
    ]) {
      const page = await logIn(new OAuthBrowser(), login)
      expect([page.status, page.html]).toEqual([
        401,
        expect.stringContaining("Email and password do not match an account.") as string,
      ])
    }
  })

  it("is limited like every login of the store [OAUTH-48]", async () => {
    const browser = new OAuthBrowser()
    const wrong = { ...ana, password: "wrong" }
    for (let n = 0; n < 10; n++) expect((await logIn(browser, wrong)).status).toBe(401)
    const refused = await logIn(browser, ana)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "900"])
  })

  it("is valid on this page only, until the customer logs out [OAUTH-48]", async () => {
    const [browser, page] = await openAs(ana)
    const client = await registerClient({ client_type: "ucp_agent" })
    const consent = await openConsent(browser, authorizeUrl(client, newPkce().challenge), {
      ...ana,
      password: "wrong",
    })
    expect(consent.status).toBe(401)
    expect((await browser.submit(page, "Log out")).location?.href).toBe(URL_OF_PAGE)
    expect(asksForLogin(await browser.open(URL_OF_PAGE))).toBe(true)
  })

  it("ends by itself, and a form that comes later changes nothing [OAUTH-48]", async () => {
    const buyer = await Buyer.forPerson(ana)
    const id = await consentIdOf(buyer)
    const [browser, page] = await openAs(ana)
    await sql("update gw_oauth_account_session set expires_at = now() where customer_id = $1", [ana.id])
    expect(doneBy(await end(browser, page, "withdraw", id))).toEqual([303, null])
    expect(asksForLogin(await browser.open(URL_OF_PAGE))).toBe(true)
    expect((await buyer.get("/orders")).status).toBe(200)
    await runJob("purge-oauth")
    expect(await sql("select 1 from gw_oauth_account_session where customer_id = $1", [ana.id])).toEqual([])
  })

  it("is not needed by a customer who is logged in to the store [OAUTH-48]", async () => {
    const browser = new OAuthBrowser()
    await logInToStore(browser, ana)
    const page = await browser.open(URL_OF_PAGE)
    expect([asksForLogin(page), page.html.includes("Log out")]).toEqual([false, false])
    const buyer = await Buyer.forPerson(ana)
    expect(doneBy(await end(browser, page, "withdraw", await consentIdOf(buyer)))).toEqual([303, "withdrawn"])
    expect((await buyer.get("/orders")).status).toBe(401)
  })

  it("works while every surface is off [OAUTH-48]", async () => {
    await switchSurfaces({ a2a_enabled: false, ucp_enabled: false, app_enabled: false })
    try {
      const [, page] = await openAs(ana)
      expect(page.status).toBe(200)
    } finally {
      await switchSurfaces({ a2a_enabled: true, ucp_enabled: true, app_enabled: true })
    }
  })

  it("ends when the customer is erased [OAUTH-48]", async () => {
    const { ana: erased } = await openApp()
    const [browser] = await openAs(erased)
    expect((await erase({ id: erased.id })).status).toBe(200)
    expect(asksForLogin(await browser.open(URL_OF_PAGE))).toBe(true)
    expect(await sql("select 1 from gw_oauth_account_session where customer_id = $1", [erased.id])).toEqual(
      []
    )
  })
})

describe("the consent page", () => {
  /** The day on which an access that is allowed now ends by default. */
  const endOfAccess = () => dayOf(Date.now() + 180 * DAY)

  afterEach(forgetAttempts)

  it("names the store, the day on which the access ends, and the page on which a customer can withdraw it [OAUTH-49]", async () => {
    const client = await registerClient({ client_type: "ucp_agent" })
    const before = endOfAccess()
    const page = await openConsent(new OAuthBrowser(), authorizeUrl(client, newPkce().challenge), ana)
    expect(page.html).toContain(`<a href="${URL_OF_PAGE}">Apps with access to your account</a>`)
    expect(page.html).toMatch(/<h1>Allow .* to act at [^<]+\?<\/h1>/)
    // The day can change while the page is rendered.
    const days = [before, endOfAccess()].map((day) => `This access ends by itself on ${day}.`)
    expect(days.some((sentence) => page.html.includes(sentence))).toBe(true)
  })
})
