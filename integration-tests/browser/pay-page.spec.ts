import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task } from "../support/agent"
import { openBrowser } from "../support/browser"
import { switchSurfaces } from "../support/oauth-client"
import { STRIPE_PAGE } from "../support/page-shopper"
import { type RunningWorld, startWorld } from "../support/start-world"
import { type CARDS, stripe, stripeKeys } from "../support/stripe"

/** Stands for Stripe's script: shows one field, and confirms at Stripe's API what is entered. */
const STRIPE_JS = `window.Stripe = (key, { locale }) => ({
  elements: ({ clientSecret, appearance }) => {
    window.used = { key, locale, theme: appearance.theme }
    return { clientSecret, create: () => {
      const handlers = {}
      return {
        on: (name, handler) => { handlers[name] = handler },
        mount: (selector) => {
          document.querySelector(selector).innerHTML =
            '<label for="number">Card number</label><input type="text" id="number">'
          handlers.ready()
        },
      }
    } }
  },
  confirmPayment: async ({ elements, confirmParams }) => {
    const body = JSON.stringify({ secret: elements.clientSecret, card: document.querySelector("#number").value })
    const answer = await (await fetch("https://api.stripe.com/confirm", { method: "POST", body })).json()
    if (answer.status !== "succeeded") return { error: answer.last_payment_error }
    location.assign(confirmParams.return_url)
    return new Promise(() => {})
  },
})`

interface Confirmation {
  readonly secret: string
  readonly card: keyof typeof CARDS
}

describe("the page on which a customer pays through Stripe, in a browser", () => {
  let browser: Browser
  let agent: Agent
  let running: RunningWorld
  const others = process.env.GW_TEST_WORLD
  beforeAll(async () => {
    running = await startWorld({ ...STRIPE_PAGE, ...stripeKeys() })
    process.env.GW_TEST_WORLD = JSON.stringify(running.world)
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await running?.stop()
    process.env.GW_TEST_WORLD = others
  })

  /** Opens the page with Stripe's script, or without it. Collects the browser's errors. */
  async function open({ artifacts }: Task, options: BrowserContextOptions = {}, has_script = true) {
    const context = await browser.newContext(options)
    await context.route("https://js.stripe.com/**", (route) =>
      has_script ? route.fulfill({ contentType: "text/javascript", body: STRIPE_JS }) : route.abort()
    )
    await context.route("https://api.stripe.com/**", async (route) => {
      const { secret, card } = route.request().postDataJSON() as Confirmation
      const headers = { "access-control-allow-origin": "*" }
      await route.fulfill({ headers, json: await stripe.confirm(secret, card) })
    })
    const page = await context.newPage()
    const errors: string[] = []
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
    page.on("pageerror", ({ message }) => errors.push(message))
    await page.goto(artifacts.sca_redirect_url)
    return { page, errors }
  }

  async function pay(page: Page, card: keyof typeof CARDS, button: string): Promise<void> {
    await page.getByLabel("Card number").fill(card)
    await page.getByRole("button", { name: button }).click()
  }

  it("shows a decline, takes another card, and returns to the store [ROUTE-19]", async () => {
    const task = await agent.createPayment({ amount: 1500, description: "Two mugs" })
    const { page, errors } = await open(task, { viewport: { width: 375, height: 667 } })
    await page.getByRole("heading", { name: "Pay 15.00 EUR" }).waitFor()
    await page.getByText("Two mugs").waitFor()
    expect(await page.evaluate("window.used")).toEqual({
      key: "pk_test_double",
      locale: "en",
      theme: "stripe",
    })
    await pay(page, "declined", "Pay 15.00 EUR")
    await page.getByRole("alert").filter({ hasText: "Your card was declined." }).waitFor()
    await pay(page, "approved", "Pay 15.00 EUR")
    await page.getByRole("heading", { name: "Payment confirmed" }).waitFor()
    expect((await agent.settled(task.task_id)).state).toBe("completed")
    expect(errors).toEqual([])
  })

  it("is in the customer's language and theme, and fits a phone [ROUTE-19]", async () => {
    const task = await agent.createPayment({ amount: 1600 })
    const options = { locale: "ro-RO", colorScheme: "dark", viewport: { width: 375, height: 667 } } as const
    const { page } = await open(task, options)
    await page.getByRole("button", { name: /^Plătesc/ }).waitFor()
    expect(await page.evaluate("window.used")).toMatchObject({ locale: "ro", theme: "night" })
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(375)
  })

  it("says so when Stripe's form cannot be loaded [ROUTE-19]", async () => {
    const task = await agent.createPayment({ amount: 1700 })
    const { page } = await open(task, {}, false)
    await page.getByRole("alert").filter({ hasText: "could not be loaded" }).waitFor()
  })
})
