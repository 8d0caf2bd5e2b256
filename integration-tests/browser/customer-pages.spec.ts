import type { Browser, Page } from "playwright-core"
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
    withdraw: /^Withdraw access/,
  },
  ro: {
    email: "E-mail",
    password: "Parolă",
    log_in: "Autentificare",
    allow: "Permit",
    withdraw: /^Retrag accesul/,
  },
} as const

const BROWSING = [
  "dev.ucp.shopping.catalog.search:read",
  "dev.ucp.shopping.catalog.lookup:read",
  "dev.ucp.shopping.cart:manage",
  "dev.ucp.shopping.order:read",
]

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

  /** A consent page of an agent that fills carts, or one that also checks out. */
  async function openConsent(...scopes: readonly string[]) {
    const client = await registerClient({
      client_type: "ucp_agent",
      client_name: "Lamp buyer",
      scopes: [...BROWSING, ...scopes],
    })
    const opened = await open(authorizeUrl(client, newPkce().challenge).href)
    return { ...opened, allow: button(opened.page, words.allow) }
  }

  it("are readable and show their button on a phone, a tablet and a desktop in both themes: login and consent [OAUTH-41]", async () => {
    const { page, errors, allow } = await openConsent()
    await checkLooks(page, `login-${locale}`, button(page, words.log_in))
    await logIn(page)
    await checkLooks(page, `consent-${locale}`, allow)
    expect(errors).toEqual([])
  })

  it("show the limits of saved cards before the button that allows them [OAUTH-41]", async () => {
    const { page, errors, allow } = await openConsent("dev.ucp.shopping.checkout:manage")
    await logIn(page)
    await checkLooks(page, `limits-${locale}`, allow, true)
    await page.setViewportSize({ width: 375, height: 667 })
    expect(await isInWindow(allow)).toBe(false)
    const limits = page.getByRole("group").last()
    await allow.scrollIntoViewIfNeeded()
    expect((await limits.boundingBox())?.y).toBeLessThan((await allow.boundingBox())?.y ?? 0)
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
