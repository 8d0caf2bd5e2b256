import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ADMIN } from "../../demo/shop/logins"
import { openApp, saveCardOf } from "../support/app-family"
import { openBrowser, PHONE } from "../support/browser"
import { listenForCallback } from "../support/callback"
import {
  authorizeUrl,
  forgetAttempts,
  newPkce,
  oauthUrl,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { overflows, tabOrder, worstContrast } from "../support/readability"

const { challenge } = newPkce()
const DESK = { ...PHONE, viewport: { width: 1280, height: 800 } }
/** The contrast ratio WCAG 2.2 AA requires for text of ordinary size. */
const READABLE = 4.5

/** The accent color of the store. */
const ACCENT = "rgb(255, 212, 0)"

const WORDS = {
  en: {
    log_in: "Log in",
    email: "Email",
    password: "Password",
    cancel: "Refuse access and go back",
    allow: "Allow",
    deny: "Refuse",
    other: "Use another account",
    fault: "There is a problem",
    title: "Apps with access to your account",
    may: "What it may do",
    withdraw: "Withdraw access: Shopper's app",
    withdrawn: "The access is withdrawn.",
    remove: /^Remove card: Visa •••• 1111/,
    removed: "The card is removed and is not charged again.",
    log_out: "Log out",
  },
  ro: {
    log_in: "Autentificare",
    email: "E-mail",
    password: "Parolă",
    cancel: "Refuz accesul și mă întorc",
    allow: "Permit",
    deny: "Refuz",
    other: "Folosesc alt cont",
    fault: "A apărut o problemă",
    title: "Aplicații cu acces la contul dumneavoastră",
    may: "Ce poate face",
    withdraw: "Retrag accesul: Shopper's app",
    withdrawn: "Accesul este retras.",
    remove: /^Șterg cardul: Visa •••• 1111/,
    removed: "Cardul este șters și nu mai este debitat.",
    log_out: "Ieșire din cont",
  },
} as const

let browser: Browser

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** The folder for screenshots of the pages; undefined takes none. */
const PICTURES = process.env.GW_SCREENSHOTS

async function pictureOf(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true })
}

async function expectReadable(page: Page): Promise<void> {
  expect(await overflows(page)).toBe(false)
  expect((await worstContrast(page)).ratio).toBeGreaterThanOrEqual(READABLE)
}

async function logIn(
  page: Page,
  { email, password, log_in }: (typeof WORDS)["en" | "ro"],
  secret = ADMIN.password,
  address = ADMIN.email
) {
  await page.getByLabel(email).fill(address)
  await page.getByLabel(password, { exact: true }).fill(secret)
  await page.getByRole("button", { name: log_in }).click()
}

describe.each([
  ["a phone in English", PHONE, "en", "light"],
  ["a phone in Romanian in dark mode", PHONE, "ro", "dark"],
  ["a desktop in Romanian", DESK, "ro", "light"],
  ["a desktop in English in dark mode", DESK, "en", "dark"],
] as const)("the pages on %s", (_, screen, locale, colorScheme) => {
  const words = WORDS[locale]
  const open = async (metadata: object, redirect_uri: string) => {
    const context = await browser.newContext({ ...screen, locale, colorScheme })
    const page = await context.newPage()
    const client = await registerClient({ redirect_uris: [redirect_uri], ...metadata })
    await page.goto(authorizeUrl(client, challenge, { redirect_uri }).href)
    return page
  }

  it("can be used by keyboard from the login to the client's redirect URI [OAUTH-10, OAUTH-35, OAUTH-41, BANK-90]", async () => {
    const callback = await listenForCallback()
    const page = await open({ client_name: "Lamp buyer" }, callback.redirect_uri)
    await expectReadable(page)
    expect(await page.getAttribute("html", "lang")).toBe(locale)
    expect(await tabOrder(page, 4)).toEqual([words.email, words.password, words.log_in, words.cancel])
    await logIn(page, words)
    await page.getByRole("heading", { level: 1, name: "Lamp buyer" }).waitFor()
    await expectReadable(page)
    await pictureOf(page, `consent-${screen.viewport.width}-${locale}-${colorScheme}`)
    const allow = page.getByRole("button", { name: words.allow })
    expect(await allow.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(ACCENT)
    expect(await page.getByRole("listitem").count()).toBe(5)
    expect(await page.getByText("127.0.0.1").count()).toBe(1)
    expect(await tabOrder(page, 2)).toEqual([words.other, words.allow])
    await page.keyboard.press("Enter")
    expect((await callback.arrived).searchParams.get("code")).toBeTruthy()
    callback.close()
  })

  it("announce an error to screen readers and link to the field [OAUTH-36, OAUTH-41]", async () => {
    await forgetAttempts()
    const page = await open({}, "https://agent.example/callback")
    await logIn(page, words, "wrong")
    const alert = page.getByRole("alert")
    await alert.getByRole("heading", { name: words.fault }).waitFor()
    await expectReadable(page)
    expect(await page.getByLabel(words.email).inputValue()).toBe(ADMIN.email)
    expect(await page.getByLabel(words.password, { exact: true }).inputValue()).toBe("")
    await alert.getByRole("link").click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("email")
  })

  it("fit the longest names [OAUTH-29, OAUTH-41]", async () => {
    const host = `${"long-".repeat(11)}label.`.repeat(3)
    const page = await open({ client_name: "W".repeat(200) }, `https://${host}example/callback`)
    await expectReadable(page)
    await logIn(page, words)
    await page.getByRole("button", { name: words.deny }).waitFor()
    await expectReadable(page)
  })

  it("let a customer withdraw an app's access and remove a card, without scripts [OAUTH-47, OAUTH-41]", async () => {
    await forgetAttempts()
    const { ana, app, buyer } = await openApp()
    await saveCardOf(buyer, app)
    const context = await browser.newContext({ ...screen, locale, colorScheme, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(oauthUrl("account"))
    await expectReadable(page)
    await pictureOf(page, `account-login-${screen.viewport.width}-${locale}-${colorScheme}`)
    await logIn(page, words, ana.password, ana.email)
    await page.getByRole("heading", { level: 1, name: words.title }).waitFor()
    await page.getByText(words.may).first().click()
    await expectReadable(page)
    await pictureOf(page, `account-${screen.viewport.width}-${locale}-${colorScheme}`)
    await page.getByRole("button", { name: words.withdraw }).click()
    await page.getByRole("status").getByText(words.withdrawn).waitFor()
    expect((await app.send("GET", "/consents")).status).toBe(401)
    await page.getByRole("button", { name: words.remove }).click()
    await page.getByRole("status").getByText(words.removed).waitFor()
    expect(await page.getByRole("button", { name: words.remove }).count()).toBe(0)
    await expectReadable(page)
    await page.getByRole("button", { name: words.log_out }).click()
    await page.getByRole("button", { name: words.log_in }).waitFor()
    await context.close()
  })

  it("show a readable error page without links [OAUTH-08, OAUTH-41]", async () => {
    const context = await browser.newContext({ ...screen, locale, colorScheme })
    const page = await context.newPage()
    await page.goto(oauthUrl("authorize?client_id=unknown&redirect_uri=https://evil.example"))
    await page.getByRole("alert").waitFor()
    await expectReadable(page)
    expect(await page.locator("a, form, script, img").count()).toBe(0)
  })
})

it("the consent page cannot be framed by another site [OAUTH-29]", async () => {
  const page = await (await browser.newContext()).newPage()
  const client = await registerClient()
  await page.setContent(
    `<iframe src="${authorizeUrl(client, challenge).href.replaceAll("&", "&amp;")}"></iframe>`
  )
  const frame = page.frames()[1]
  await frame?.waitForURL(/chrome-error/)
  expect(await frame?.getByRole("button").count()).toBe(0)
})
