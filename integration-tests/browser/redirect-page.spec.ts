import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task } from "../support/agent"
import { openBrowser } from "../support/browser"
import { checkLooks, errorsOf } from "../support/customer-page"
import { sql } from "../support/database"
import { mollie, REDIRECTING } from "../support/mollie"
import type { Outcome } from "../support/mollie-double/payment"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"

/** The host to which the provider's address redirects. Playwright answers no request that follows a redirect. */
const REDIRECTED = "https://redirected.example/"

/** Stands for the provider's page. */
const HOSTED_PAGE = "https://provider.example/"

describe("the page from which a customer continues at a provider, in a browser", () => {
  const store = inOwnWorld({ ...REDIRECTING, GW_ACCENT_COLOR: "#0F766E" })
  let browser: Browser
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  /** Opens the page in a browser in which the provider's address redirects to another host, which is not reached. */
  async function open(task: Task, options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options)
    const link = `<a href="${store().world.base_url}/gw-bank/v1/return">Back to the store</a>`
    await context.route(HOSTED_PAGE, (route) => route.fulfill({ contentType: "text/html", body: link }))
    await context.route(/^https:\/\/www\.mollie\.com\//, (route) => {
      const { pathname } = new URL(route.request().url())
      return route.fulfill({ status: 302, headers: { location: new URL(pathname, REDIRECTED).href } })
    })
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    await network.send("Network.enable")
    await network.send("Network.setBlockedURLs", { urls: [`${REDIRECTED}*`] })
    const errors = errorsOf(page)
    await page.goto(task.artifacts.sca_redirect_url)
    return { page, errors }
  }

  /** The customer gets to the provider without another click, makes a choice there, and follows the provider's link back. */
  async function choose(page: Page, button: string, outcome: Outcome): Promise<void> {
    const redirected = page.waitForEvent("requestfailed", (one) => one.url().startsWith(REDIRECTED))
    await page.getByRole("button", { name: button }).click()
    const url = (await redirected).url()
    await mollie.decide(url.split("/").at(-1) ?? "", outcome)
    // As after the pause between two queries.
    await sql("update gw_payment set queried_at = null")
    // Otherwise the browser's error page interrupts the next navigation.
    await page.waitForURL(/^chrome-error:/)
    await page.goto(HOSTED_PAGE)
    await page.getByRole("link", { name: "Back to the store" }).click()
  }

  it("finds the payment on the return, after a decline and after the next attempt [ROUTE-40, ROUTE-41]", async () => {
    const task = await agent.createPayment({ amount: 1500, description: "Two mugs" })
    const options = { viewport: { width: 375, height: 667 }, javaScriptEnabled: false } as const
    const { page } = await open(task, options)
    await page.getByRole("heading", { name: "Pay 15.00 EUR" }).waitFor()
    await choose(page, "Continue to Mollie", "failed")
    await page.getByRole("alert").filter({ hasText: "You can try again." }).waitFor()
    await choose(page, "Try again", "paid")
    await page.getByRole("heading", { name: "Payment confirmed" }).waitFor()
    expect((await agent.settled(task.task_id)).state).toBe("completed")
  })

  it.each([
    ["en", "Continue to Mollie"],
    ["ro", "Continui la Mollie"],
  ] as const)(
    "is readable and shows its button on a phone, a tablet and a desktop in both themes: %s [ROUTE-40]",
    async (locale, name) => {
      const task = await agent.createPayment({ amount: 1650, description: "Two mugs" })
      const { page, errors } = await open(task, { locale })
      await checkLooks(page, `redirect-${locale}`, page.getByRole("button", { name }))
      expect(errors).toEqual([])
    }
  )

  it.each([
    ["en", "Continue to Mollie", "Try again"],
    ["ro", "Continui la Mollie", "Încerc din nou"],
  ] as const)("is as readable after a decline: %s [ROUTE-41]", async (locale, first, again) => {
    const task = await agent.createPayment({ amount: 1750, description: "Two mugs" })
    const { page } = await open(task, { locale })
    await choose(page, first, "failed")
    await checkLooks(page, `redirect-again-${locale}`, page.getByRole("button", { name: again }))
  })
})
