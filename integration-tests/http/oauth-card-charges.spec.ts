import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { adminGet } from "../support/merchant"
import { OAuthBrowser, type Page } from "../support/oauth-browser"
import {
  authorizeUrl,
  newPkce,
  openConsent,
  PEOPLE,
  type PersonName,
  postForm,
  redeem,
  refresh,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { AS_NEW, changeSettings } from "../support/policy"
import { world } from "../support/world"

const CHECKOUT = "dev.ucp.shopping.checkout:manage"
const CATALOG = "dev.ucp.shopping.catalog.search:read"

const EUR = (more: object = {}) => ({
  type: "card_charges",
  currency: "EUR",
  max_per_charge: 5000,
  max_per_month: 12_000,
  expires_at: "2030-01-31T10:00:00.000Z",
  ...more,
})

let client: RegisteredClient
beforeAll(async () => {
  await switchSurfaces({ ucp_enabled: true, a2a_enabled: true })
  client = await registerClient({ client_type: "ucp_agent" })
})
afterEach(() => changeSettings({ card_mandate: AS_NEW.card_mandate }))

interface Asked {
  readonly browser?: OAuthBrowser
  readonly person?: PersonName
  readonly by?: RegisteredClient
  readonly scope?: string
}

/** The consent page for a request with these details. */
async function ask(details: unknown, { person = "customer", by = client, scope, browser }: Asked = {}) {
  const { verifier, challenge } = newPkce()
  const authorization_details = JSON.stringify(details)
  const url = authorizeUrl(by, challenge, { authorization_details, scope })
  const used = browser ?? new OAuthBrowser()
  const page = await openConsent(used, url, PEOPLE[person])
  const allow = (fields: Record<string, string> = {}) => used.submit(page, "Allow", fields)
  return { page, allow, tokensAfter: (answer: Page) => tokensIn(answer, verifier, by) }
}

async function tokensIn({ location, status, html }: Page, verifier: string, by: RegisteredClient) {
  const code = location?.searchParams.get("code")
  if (!code) throw new Error(`the consent page answered ${status}: ${html}`)
  return (await redeem(by, { code, verifier })).body as unknown as Tokens
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly authorization_details?: unknown
}

/** The values of a page's limits, by name. */
const limitsOn = ({ html }: Page) =>
  Object.fromEntries(
    [...html.matchAll(/name="((?:max_per|expires_on)_[^"]+)"[^>]* value="([^"]*)"/g)].map(
      ([, name, value]) => [name, value]
    )
  )

/** The error with which the client gets a request with these details back. */
async function refusalOf(details: unknown, { by = client, scope }: Asked = {}) {
  const authorization_details = typeof details === "string" ? details : JSON.stringify(details)
  const url = authorizeUrl(by, newPkce().challenge, { authorization_details, scope })
  return (await new OAuthBrowser().open(url)).location?.searchParams.get("error")
}

describe("a consent with limits for saved cards", () => {
  it("shows the requested limits, in English and Romanian, and gives them to the client [MAN-05]", async () => {
    const headers = { "accept-language": "en" }
    const browser = new OAuthBrowser(headers)
    const { page, allow, tokensAfter } = await ask([EUR()], { browser })
    const shown = {
      max_per_charge_EUR: "50.00",
      max_per_month_EUR: "120.00",
      expires_on_EUR: "2030-01-31",
    }
    expect(limitsOn(page)).toEqual(shown)
    expect(page.html).toContain("At most for each charge, in EUR")
    expect(page.html).toContain(
      "cards that you save with it, and with cards that you have saved in this store"
    )
    headers["accept-language"] = "ro"
    const romanian = await browser.open(page.url)
    expect(limitsOn(romanian)).toEqual(shown)
    expect(romanian.html).toContain("Cel mult la fiecare debitare, în EUR")
    expect(romanian.html).toContain("cele pe care le-ați salvat în acest magazin")
    headers["accept-language"] = "en"
    const tokens = await tokensAfter(await allow())
    expect(tokens.authorization_details).toEqual([EUR()])
  })

  it("repeats up to four limits at the button that allows them [MAN-05]", async () => {
    const headers = { "accept-language": "en" }
    const later = EUR({ currency: "RON", expires_at: "2030-03-31T10:00:00.000Z" })
    const { page } = await ask([EUR(), later], { browser: new OAuthBrowser(headers) })
    const [, form = ""] = /<form id="decision" class="decide"([\s\S]*?)<\/form>/.exec(page.html) ?? []
    expect(form.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ")).toContain(
      "It can charge your saved cards without asking you, at most: 50.00 EUR per charge, 120.00 EUR per month, until Jan 31, 2030"
    )
    expect(form).toContain("50.00 RON per charge, 120.00 RON per month, until Mar 31, 2030")
    const many = ["EUR", "GBP", "JPY", "RON", "USD"].map((currency) => EUR({ currency }))
    const { page: longer, allow } = await ask(many, { browser: new OAuthBrowser(headers) })
    expect(longer.html).toContain('<form id="decision" method="post"')
    expect(longer.html).not.toContain("can charge your saved cards without asking you, at most")
    expect((await allow()).location?.searchParams.get("code")).toBeTruthy()
  })

  it("can be lowered by the customer; the token response, introspection and a refresh return what they agreed to [MAN-05]", async () => {
    const { allow, tokensAfter } = await ask([EUR(), EUR({ currency: "RON" })])
    const lower = { max_per_charge_EUR: "12,50", expires_on_EUR: "2029-12-31" }
    const tokens = await tokensAfter(await allow(lower))
    const agreed = [
      EUR({ max_per_charge: 1250, expires_at: "2029-12-31T23:59:59.999Z" }),
      EUR({ currency: "RON" }),
    ]
    expect(tokens.authorization_details).toEqual(agreed)
    const introspection = await postForm("introspect", client, { token: tokens.access_token })
    expect(introspection.body).toMatchObject({ active: true, authorization_details: agreed })
    const refreshed = await refresh(client, tokens.refresh_token)
    expect(refreshed.body).toMatchObject({ authorization_details: agreed })
  })

  it.each([
    ["a higher amount", { max_per_charge_EUR: "50.01" }],
    ["a later end", { expires_on_EUR: "2030-02-01" }],
    ["text instead of an amount", { max_per_month_EUR: "much" }],
  ])("is not given with %s: the page says so, and the request stays open [MAN-05]", async (_, fields) => {
    const { allow, tokensAfter } = await ask([EUR()])
    const grants = () => sql("select id from gw_oauth_grant where client_id = $1", [client.client_id])
    const before = await grants()
    const refused = await allow(fields)
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining("The limits were not accepted") as string,
    ])
    expect(await grants()).toEqual(before)
    expect((await tokensAfter(await allow())).authorization_details).toEqual([EUR()])
  })

  it("offers the merchant's defaults in the currencies of the store when the client names none [MAN-05]", async () => {
    await changeSettings({
      card_mandate: {
        days: 10,
        limits: [
          { currency: "EUR", max_per_charge: 700, max_per_month: 1400 },
          { currency: "KWD", max_per_charge: 700, max_per_month: 1400 },
        ],
      },
    })
    const { page, allow, tokensAfter } = await ask(undefined)
    const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    expect(limitsOn(page)).toEqual({
      max_per_charge_EUR: "7.00",
      max_per_month_EUR: "14.00",
      expires_on_EUR: day,
    })
    expect((await tokensAfter(await allow())).authorization_details).toEqual([
      EUR({ max_per_charge: 700, max_per_month: 1400, expires_at: expect.stringContaining(day) as string }),
    ])
  })

  it.each<[string, Asked]>([
    ["of a member of the staff", { person: "admin" }],
    ["without the scope to check out", { scope: CATALOG }],
  ])("is about no cards in a consent %s [MAN-05]", async (_, asked) => {
    const { page, allow, tokensAfter } = await ask(undefined, asked)
    expect(limitsOn(page)).toEqual({})
    const tokens = await tokensAfter(await allow({ max_per_charge_EUR: "1" }))
    expect(tokens).not.toHaveProperty("authorization_details")
    const { body } = await postForm("introspect", client, { token: tokens.access_token })
    expect(body).not.toHaveProperty("authorization_details")
  })

  it("is decided by a program with lower limits, and not with higher ones [MAN-05]", async () => {
    const { email, password } = PEOPLE.customer
    const login = await fetch(`${world().base_url}/auth/customer/emailpass`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    })
    const { token } = (await login.json()) as { token: string }
    const { verifier, challenge } = newPkce()
    const opened = await fetch(
      authorizeUrl(client, challenge, { authorization_details: JSON.stringify([EUR()]) }),
      { redirect: "manual" }
    )
    const [cookie = ""] = opened.headers.getSetCookie()
    const decide = async (max_per_charge: number) => {
      const authorization_details = [{ type: "card_charges", currency: "EUR", max_per_charge }]
      const response = await fetch(String(opened.headers.get("location")), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          cookie: cookie.split(";")[0] ?? "",
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({ decision: "approve", authorization_details }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, string> }
    }
    expect(await decide(5001)).toMatchObject({
      status: 400,
      body: { error: "invalid_authorization_details" },
    })
    const code = new URL(String((await decide(1)).body.redirect_to)).searchParams.get("code")
    const redeemed = await redeem(client, { code: String(code), verifier })
    expect(redeemed.body).toMatchObject({ authorization_details: [EUR({ max_per_charge: 1 })] })
  })
})

describe("a request for limits of saved cards", () => {
  it.each<[string, unknown]>([
    ["is no JSON", "{"],
    ["is no array", EUR()],
    ["is empty", []],
    ["has an unknown type", [EUR({ type: "payment_initiation" })]],
    ["has an unknown member", [EUR({ locations: [] })]],
    ["lacks a limit", [EUR({ max_per_month: undefined })]],
    ["has an amount that is no integer", [EUR({ max_per_charge: 1.5 })]],
    ["has an unknown currency", [EUR({ currency: "XXQ" })]],
    ["has a currency twice", [EUR(), EUR()]],
    ["has a date without a time", [EUR({ expires_at: "2030-01-31" })]],
  ])("is refused when it %s [MAN-05]", async (_, details) => {
    expect(await refusalOf(details)).toBe("invalid_authorization_details")
  })

  it("is refused without the scope to check out, and on A2A, where staff consent [MAN-05]", async () => {
    expect(await refusalOf([EUR()], { scope: CATALOG })).toBe("invalid_authorization_details")
    const by = await registerClient()
    expect(await refusalOf([EUR()], { by })).toBe("invalid_authorization_details")
    expect(limitsOn((await ask([EUR()], { scope: CHECKOUT })).page)).toHaveProperty("max_per_charge_EUR")
  })

  it("is announced in the server's metadata [MAN-05]", async () => {
    const metadata = await fetch(`${world().base_url}/.well-known/oauth-authorization-server`)
    expect(await metadata.json()).toMatchObject({
      authorization_details_types_supported: ["card_charges"],
    })
  })
})

describe("lower limits in the audit log", () => {
  it("are an entry of the customer [MAN-06]", async () => {
    const { allow, tokensAfter } = await ask([EUR()])
    await tokensAfter(await allow())
    await sql(
      `update gw_oauth_grant set authorization_details = jsonb_set(authorization_details, '{0,max_per_charge}', '1')
        where client_id = $1 and authorization_details is not null`,
      [client.client_id]
    )
    const { entries } = await adminGet<{ entries: object[] }>(
      `/admin/agentic-commerce/audit?type=consent_lowered&client_id=${client.client_id}&limit=1`
    )
    expect(entries).toMatchObject([
      { actor_type: "customer", detail: { authorization_details: [{ max_per_charge: 1 }] } },
    ])
  })
})
