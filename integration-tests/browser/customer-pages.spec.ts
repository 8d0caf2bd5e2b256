import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Family, openApp, saveCardOf } from "../support/app-family"
import { openBrowser } from "../support/browser"
import { checkLooks, errorsOf, isInWindow, serveLogo } from "../support/customer-page"
import { authorizeUrl, forgetAttempts, newPkce, oauthUrl, registerClient } from "../support/oauth-client"

const WORDS = {
  en: {
    email: "Email",
    password: "Password",
    log_in: "Log in",
    allow: "Allow",
    limits: /can charge your saved cards without asking you, at most/,
    withdraw: /^Withdraw access/,
  },
  ro: {
    email: "E-mail",
    password: "Parolă",
    log_in: "Autentificare",
    allow: "Permit",
    limits: /^Poate debita carduri salvate fără să vă întrebe/,
    withdraw: /^Retrag accesul/,
  },
} as const

const BROWSING = [
  "dev.ucp.shopping.catalog.search:read",
  "dev.ucp.shopping.catalog.lookup:read",
  "dev.ucp.shopping.cart:manage",
  "dev.ucp.shopping.order:read",
]

const CHECKOUT = "dev.ucp.shopping.checkout:manage"

/** More limits than are shown beside the button. */
const MANY_LIMITS = ["EUR", "GBP", "JPY", "RON", "USD"].map((currency) => ({
  type: "card_charges",
  currency,
  max_per_charge: 5000,
  max_per_month: 12_000,
  expires_at: "2030-01-31T10:00:00.000Z",
}))

describe.each(["en", "ro"] as const)("a customer's pages in the language %s", (locale) => {
  const words = WORDS[locale]
  let browser: Browser
  let family: Family
  beforeAll(async () => {
    await forgetAttempts()
    family = await openApp()
    await saveCardOf(family.buyer, family.app)
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  async function open(address: string) {
    const context = await browser.newContext({ locale })
    await serveLogo(context)
    const page = await context.newPage()
    const errors = errorsOf(page)
    await page.goto(address)
    return { page, errors }
  }

  const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first()

  async function logIn(page: Page): Promise<void> {
    await page.getByLabel(words.email).fill(family.ana.email)
    await page.getByLabel(words.password, { exact: true }).fill(family.ana.password)
    await button(page, words.log_in).click()
  }

  /** A consent page of an agent that fills carts, or one that also checks out, with these limits of saved cards. */
  async function openConsent(scopes: readonly string[] = [], details?: readonly object[]) {
    const client = await registerClient({
      client_type: "ucp_agent",
      client_name: "Lamp buyer",
      scopes: [...BROWSING, ...scopes],
    })
    const changes = details && { authorization_details: JSON.stringify(details) }
    const opened = await open(authorizeUrl(client, newPkce().challenge, changes).href)
    return { ...opened, allow: button(opened.page, words.allow) }
  }

  it("are readable and show their button on a phone, a tablet and a desktop in both themes: login and consent [OAUTH-41]", async () => {
    const { page, errors, allow } = await openConsent()
    await checkLooks(page, `login-${locale}`, button(page, words.log_in))
    await logIn(page)
    await checkLooks(page, `consent-${locale}`, allow)
    expect(errors).toEqual([])
  })

  /** The top and the bottom of an element in the window. */
  const edgesOf = (part: Locator) =>
    part.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return { top: Math.round(top), bottom: Math.round(bottom) }
    })

  it("show the limits of saved cards above the button that allows them, without scrolling [OAUTH-41, MAN-05]", async () => {
    const { page, errors, allow } = await openConsent([CHECKOUT])
    await logIn(page)
    await checkLooks(page, `limits-${locale}`, allow)
    await page.setViewportSize({ width: 375, height: 667 })
    const limits = page.getByText(words.limits)
    const receiver = page.getByText("agent.example")
    expect([await isInWindow(limits), await isInWindow(receiver)]).toEqual([true, true])
    expect((await edgesOf(receiver)).bottom).toBeLessThanOrEqual((await edgesOf(limits)).top)
    expect((await edgesOf(limits)).bottom).toBeLessThanOrEqual((await edgesOf(allow)).top)
    const fields = await page.getByRole("group").locator("input").all()
    expect(fields.length).toBeGreaterThan(2)
    for (const field of fields) {
      await field.focus()
      expect((await edgesOf(field)).bottom).toBeLessThanOrEqual((await edgesOf(limits)).top)
    }
    expect(errors).toEqual([])
  })

  it("show more than four limits in their fields only, before the button that allows them [OAUTH-41, MAN-05]", async () => {
    const { page, errors, allow } = await openConsent([CHECKOUT], MANY_LIMITS)
    await logIn(page)
    await allow.waitFor()
    await page.setViewportSize({ width: 375, height: 667 })
    expect([await page.getByText(words.limits).count(), await isInWindow(allow)]).toEqual([0, false])
    await allow.scrollIntoViewIfNeeded()
    const last = page.getByRole("group").last()
    expect((await edgesOf(last)).bottom).toBeLessThanOrEqual((await edgesOf(allow)).top)
    expect(errors).toEqual([])
  })

  it("are readable and show their button on a phone, a tablet and a desktop in both themes: the account [OAUTH-41]", async () => {
    const { page, errors } = await open(oauthUrl("account"))
    await checkLooks(page, `account-login-${locale}`, button(page, words.log_in))
    await logIn(page)
    await checkLooks(page, `account-${locale}`, button(page, words.withdraw))
    expect(errors).toEqual([])
  })
})
