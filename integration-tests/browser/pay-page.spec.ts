import type { Browser, BrowserContextOptions, Page, Route } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task } from "../support/agent"
import { openBrowser } from "../support/browser"
import { checkLooks, errorsOf } from "../support/customer-page"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { openPage, STRIPE_PAGE } from "../support/page-shopper"
import { CARDS, stripe, stripeKeys } from "../support/stripe"

describe("the page on which a customer pays through Stripe, in a browser", () => {
  const store = inOwnWorld({ ...STRIPE_PAGE, ...stripeKeys(), GW_ACCENT_COLOR: "#0F766E" })
  let browser: Browser
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  /** The double's answer to a request that the page sends to Stripe. */
  async function answerAsStripe(route: Route): Promise<void> {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: stripe_url() + pathname + search }) })
  }

  const stripe_url = () => store().world.stripe_url

  /**
   * Opens the page. What it loads from Stripe comes from the double, and nothing with `is_offline`. Collects the browser's
   * errors.
   */
  async function open({ artifacts }: Task, options: BrowserContextOptions = {}, is_offline = false) {
    const context = await browser.newContext(options)
    await context.route(/^https:\/\/(js|api|hooks)\.stripe\.com\//, (route) =>
      is_offline ? route.abort() : answerAsStripe(route)
    )
    const page = await context.newPage()
    const errors = errorsOf(page)
    await page.goto(artifacts.sca_redirect_url)
    return { page, errors }
  }

  async function pay(page: Page, card: keyof typeof CARDS, button: string): Promise<void> {
    await page.getByLabel("Card number").fill(CARDS[card])
    await page.getByRole("button", { name: button }).click()
  }

  /** The settings with which the page has created Stripe's form. */
  const settingsOf = (page: Page) => page.evaluate("({ ...document.querySelector('#card').dataset })")

  it("shows a decline, takes another card, and returns to the store [ROUTE-19]", async () => {
    const task = await agent.createPayment({ amount: 1500, description: "Two mugs" })
    const { page, errors } = await open(task, { viewport: { width: 375, height: 667 } })
    await page.getByRole("heading", { name: "Pay 15.00 EUR" }).waitFor()
    await page.getByText("Two mugs").waitFor()
    expect(await settingsOf(page)).toEqual({ locale: "en", theme: "stripe", color: "#0f766e" })
    await pay(page, "declined", "Pay 15.00 EUR")
    await page.getByRole("alert").filter({ hasText: "Your card was declined." }).waitFor()
    // The browser reports the 402 of Stripe's API.
    expect(errors.splice(0)).toEqual([expect.stringContaining("402")])
    await pay(page, "approved", "Pay 15.00 EUR")
    await page.getByRole("heading", { name: "Payment confirmed" }).waitFor()
    expect((await agent.settled(task.task_id)).state).toBe("completed")
    expect(errors).toEqual([])
  })

  it("lets the customer authenticate a card in the issuer's frame, again after a failure [ROUTE-19]", async () => {
    const task = await agent.createPayment({ amount: 1550 })
    const { page, errors } = await open(task)
    const frame = page.frameLocator("iframe")
    await pay(page, "authenticated", "Pay 15.50 EUR")
    await frame.getByRole("button", { name: "Fail authentication" }).click()
    await page.getByRole("alert").filter({ hasText: "failed authentication" }).waitFor()
    await pay(page, "authenticated", "Pay 15.50 EUR")
    await frame.getByRole("button", { name: "Authenticate", exact: true }).click()
    await page.getByRole("heading", { name: "Payment confirmed" }).waitFor()
    expect((await agent.settled(task.task_id)).state).toBe("completed")
    expect(errors).toEqual([])
  })

  it("has a payment authenticated that waits for it, before the customer enters a card [ROUTE-32]", async () => {
    const [task, failed] = [
      await agent.createPayment({ amount: 1560 }),
      await agent.createPayment({ amount: 1570 }),
    ]
    for (const one of [task, failed]) await stripe.confirm((await openPage(one)).secret, "authenticated")
    const { page, errors } = await open(task)
    await page.frameLocator("iframe").getByRole("button", { name: "Authenticate", exact: true }).click()
    await page.getByRole("heading", { name: "Payment confirmed" }).waitFor()
    expect((await agent.settled(task.task_id)).state).toBe("completed")
    expect(errors).toEqual([])
    const { page: other } = await open(failed)
    await other.frameLocator("iframe").getByRole("button", { name: "Fail authentication" }).click()
    await other.getByRole("alert").filter({ hasText: "failed authentication" }).waitFor()
    await pay(other, "approved", "Pay 15.70 EUR")
    await other.getByRole("heading", { name: "Payment confirmed" }).waitFor()
    expect((await agent.settled(failed.task_id)).state).toBe("completed")
  })

  it("is in the customer's language and theme, and fits a phone [ROUTE-19]", async () => {
    const task = await agent.createPayment({ amount: 1600 })
    const options = { locale: "ro-RO", colorScheme: "dark", viewport: { width: 375, height: 667 } } as const
    const { page } = await open(task, options)
    await page.getByRole("button", { name: /^Plătesc/ }).waitFor()
    expect(await settingsOf(page)).toEqual({ locale: "ro", theme: "night", color: "#eceef2" })
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(375)
  })

  it.each([
    ["en", /^Pay /],
    ["ro", /^Plătesc /],
  ] as const)(
    "is readable and shows its button on a phone, a tablet and a desktop in both themes: %s [ROUTE-19]",
    async (locale, button) => {
      const task = await agent.createPayment({ amount: 1650, description: "Two mugs" })
      const { page, errors } = await open(task, { locale })
      await page.getByLabel("Card number").waitFor()
      await checkLooks(page, `pay-${locale}`, page.getByRole("button", { name: button }))
      expect(errors).toEqual([])
    }
  )

  it("says so when Stripe's form cannot be loaded [ROUTE-19]", async () => {
    const task = await agent.createPayment({ amount: 1700 })
    const { page } = await open(task, {}, true)
    await page.getByRole("alert").filter({ hasText: "could not be loaded" }).waitFor()
  })

  it("says so when Stripe's script fails [ROUTE-19]", async () => {
    const task = await agent.createPayment({ amount: 1710 })
    const page = await browser.newPage()
    const body =
      "window.Stripe = () => ({ retrievePaymentIntent: () => Promise.reject(new Error('offline')) })"
    await page.route(/^https:\/\/js\.stripe\.com\//, (route) =>
      route.fulfill({ contentType: "text/javascript", body })
    )
    await page.goto(task.artifacts.sca_redirect_url)
    await page.getByRole("alert").filter({ hasText: "could not be loaded" }).waitFor()
  })

  it("takes Stripe's script and API from another address outside of production [ROUTE-25]", async () => {
    await store().stopStore()
    await store().startStore({ GW_STRIPE_JS_URL: `${stripe_url()}/v3/` })
    const task = await agent.createPayment({ amount: 1800 })
    const { page, errors } = await open(task, {}, true)
    await pay(page, "authenticated", "Pay 18.00 EUR")
    const frame = page.frameLocator("iframe")
    await frame.getByRole("button", { name: "Authenticate", exact: true }).click()
    await page.getByRole("heading", { name: "Payment confirmed" }).waitFor()
    expect(errors).toEqual([])
  })
})
