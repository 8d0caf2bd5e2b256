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

/** Stands for the provider's page, on another site than the store. */
const HOSTED_PAGE = "https://provider.example/"

/** How the provider's page returns the customer. Each form claims another outcome, which the store does not read. */
const RETURNS = {
  link: (to: string) => `<a href="${to}">Back to the store</a>`,
  form: (to: string) => formTo(to, "<button>Back to the store</button>"),
  script: (to: string) => formTo(to, "<script>document.forms[0].submit()</script>"),
} as const

type Return = keyof typeof RETURNS

const formTo = (to: string, submit: string) =>
  `<form method="post" action="${to}"><input type="hidden" name="status" value="canceled">${submit}</form>`

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

  const returnAddress = () => `${store().world.base_url}/gw-bank/v1/return`

  /** Opens the page in a browser in which the provider's address redirects to another host, which is not reached. */
  async function open(task: Task, options: BrowserContextOptions = {}) {
    const context = await browser.newContext(options)
    await context.route(`${HOSTED_PAGE}*`, (route) => {
      const body = RETURNS[new URL(route.request().url()).pathname.slice(1) as Return](returnAddress())
      return route.fulfill({ contentType: "text/html", body })
    })
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

  /** The customer gets to the provider without another click, and makes a choice there. The provider's page returns them. */
  async function choose(page: Page, button: string, outcome: Outcome, by: Return = "link"): Promise<void> {
    const redirected = page.waitForEvent("requestfailed", (one) => one.url().startsWith(REDIRECTED))
    await page.getByRole("button", { name: button }).click()
    const url = (await redirected).url()
    await mollie.decide(url.split("/").at(-1) ?? "", outcome)
    // As after the pause between two queries.
    await sql("update gw_payment set queried_at = null")
    // Otherwise the browser's error page interrupts the next navigation.
    await page.waitForURL(/^chrome-error:/)
    await page.goto(HOSTED_PAGE + by)
    if (by !== "script") await page.getByText("Back to the store").click()
  }

  /** The requests of the return from now on: their methods, and whether the browser sends them with the cookie. */
  function returnsOf(page: Page): Promise<readonly [method: string, has_cookie: boolean]>[] {
    const returns: Promise<readonly [string, boolean]>[] = []
    page.on("request", (request) => {
      if (request.url() !== returnAddress()) return
      const sent = request.allHeaders()
      returns.push(sent.then(({ cookie = "" }) => [request.method(), cookie.startsWith("gw_pay=")] as const))
    })
    return returns
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

  it.each(["form", "script"] as const)(
    "finds the payment when the provider's page returns the customer by a POST of another site: %s [ROUTE-40]",
    async (by) => {
      const task = await agent.createPayment({ amount: 1550, description: "Two mugs" })
      const { page, errors } = await open(task)
      const returns = returnsOf(page)
      await choose(page, "Continue to Mollie", "failed", by)
      await page.getByRole("alert").filter({ hasText: "You can try again." }).waitFor()
      await choose(page, "Try again", "paid", by)
      await page.getByRole("heading", { name: "Payment confirmed" }).waitFor()
      expect((await agent.settled(task.task_id)).state).toBe("completed")
      const [post, get] = [["POST", false] as const, ["GET", true] as const]
      expect(await Promise.all(returns)).toEqual([post, get, post, get])
      expect(errors).toEqual([])
    }
  )

  it("shows no payment to a browser that a form of another site sends without the cookie [ROUTE-40]", async () => {
    const task = await agent.createPayment({ amount: 1560 })
    const { page } = await open(task)
    await page.goto(`${HOSTED_PAGE}form`)
    await page.getByText("Back to the store").click()
    await page.getByText("Return to your assistant").waitFor()
    expect(page.url()).toBe(returnAddress())
    expect(await page.content()).not.toContain("15.60")
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
