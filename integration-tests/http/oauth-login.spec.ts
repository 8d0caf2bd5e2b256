import { beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { OAuthBrowser, type Page } from "../support/oauth-browser"
import {
  authorizeUrl,
  follow,
  logInToStore,
  newPkce,
  openConsent,
  PEOPLE,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"

const { challenge } = newPkce()
const READ = "a2a:payments:read"
const CREATE = "a2a:payments:create"
let client: RegisteredClient

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  client = await registerClient({ scopes: [READ, CREATE] })
})

const request = (changes: Record<string, string> = {}) =>
  authorizeUrl(client, challenge, { scope: READ, ...changes })

/** A browser in which a staff member is logged in to the store, with the request's page. */
async function openAsStaff(changes: Record<string, string>): Promise<[OAuthBrowser, Page]> {
  const browser = new OAuthBrowser()
  await logInToStore(browser, "admin")
  return [browser, await follow(browser, await browser.open(request(changes)))]
}

const asksFor = ({ html }: Page) =>
  [/>Log in<\/button>/.test(html) && "login", />Allow<\/button>/.test(html) && "consent"].filter(Boolean)

/** Makes the login on the pages of all open requests older. */
const ageLogins = (seconds: number) =>
  sql(
    `update gw_oauth_request set logged_in_at = now() - make_interval(secs => $1)
      where decided_at is null and logged_in_at is not null`,
    [seconds]
  )

/** As if all open requests had demanded a login after the one that the store knows. */
const demandNewerLogin = () =>
  sql("update gw_oauth_request set login_after = now() + interval '1 second' where decided_at is null")

describe("the login of a person whom the store knows", () => {
  it("suffices when neither the client nor a scope demands a new one [REG-11]", async () => {
    const [browser, page] = await openAsStaff({})
    expect(asksFor(page)).toEqual(["consent"])
    expect((await browser.submit(page, "Allow")).location?.searchParams.get("code")).toBeTruthy()
  })

  it("suffices for max_age while it is younger, and not when it is older [REG-11]", async () => {
    const [browser, page] = await openAsStaff({ max_age: "600" })
    expect(asksFor(page)).toEqual(["consent"])
    await demandNewerLogin()
    expect(asksFor(await browser.open(page.url))).toEqual(["login"])
  })

  it.each([
    ["prompt=login", { prompt: "login" }],
    ["prompt=login with another prompt", { prompt: "consent login" }],
    ["prompt=select_account", { prompt: "select_account" }],
    ["max_age=0", { max_age: "0" }],
  ])("does not suffice for %s [REG-11]", async (_, changes) => {
    const browser = new OAuthBrowser()
    await logInToStore(browser, "admin")
    const opened = await browser.open(request(changes))
    // Medusa notes the login to the second, so one of this second would count as new.
    await demandNewerLogin()
    const page = await follow(browser, opened)
    expect(asksFor(page)).toEqual(["login"])
    expect(page.html).toContain("Log in again.")
    await sql("update gw_oauth_request set login_after = now() where decided_at is null")
    const consent = await follow(browser, await browser.submit(page, "Log in", { ...PEOPLE.admin }))
    expect(asksFor(consent)).toEqual(["consent"])
    expect((await browser.submit(consent, "Allow")).location?.searchParams.get("code")).toBeTruthy()
  })

  it("is demanded by prompt=login and max_age from the moment of the request [REG-11]", async () => {
    const demanded = async (changes: Record<string, string>) => {
      await new OAuthBrowser().open(request(changes))
      const [row] = await sql<{ seconds: number | null }>(
        `select round(extract(epoch from expires_at - login_after))::integer as seconds
           from gw_oauth_request order by expires_at desc limit 1`
      )
      return row?.seconds
    }
    expect(await demanded({})).toBeNull()
    expect(await demanded({ prompt: "consent" })).toBeNull()
    expect(await demanded({ prompt: "login" })).toBe(600)
    expect(await demanded({ max_age: "0" })).toBe(600)
    expect(await demanded({ max_age: "120" })).toBe(720)
    expect(await demanded({ max_age: "120", prompt: "login" })).toBe(600)
  })
})

describe("a consent to scopes that move money", () => {
  it("requires a login of the last five minutes, on the page and when it is given [REG-12]", async () => {
    const browser = new OAuthBrowser()
    const page = await openConsent(browser, request({ scope: `${READ} ${CREATE}` }), PEOPLE.admin)
    await ageLogins(310)
    expect(asksFor(await browser.open(page.url))).toEqual(["login"])
    const late = await browser.submit(page, "Allow")
    expect([late.status, late.location, asksFor(late)]).toEqual([403, undefined, ["login"]])
    await ageLogins(290)
    expect(asksFor(await browser.open(page.url))).toEqual(["consent"])
    expect((await browser.submit(page, "Allow")).location?.searchParams.get("code")).toBeTruthy()
  })

  it("is not needed for scopes that only read: their login may be older [REG-12]", async () => {
    const browser = new OAuthBrowser()
    const page = await openConsent(browser, request(), PEOPLE.admin)
    await ageLogins(310)
    expect(asksFor(await browser.open(page.url))).toEqual(["consent"])
    expect((await browser.submit(page, "Allow")).location?.searchParams.get("code")).toBeTruthy()
  })

  it("is refused with the login of another person [REG-12]", async () => {
    const shopping = await registerClient({ client_type: "ucp_agent" })
    const browser = new OAuthBrowser()
    const page = await openConsent(browser, authorizeUrl(shopping, challenge), PEOPLE.customer)
    const again = await browser.open(`${page.url}?switch`)
    await browser.submit(again, "Log in", { ...PEOPLE.admin })
    expect((await browser.submit(page, "Allow")).status).toBe(403)
  })
})
