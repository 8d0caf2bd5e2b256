import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task } from "../support/agent"
import { createFormPayment } from "../support/bank-form"
import { openBrowser, payWithCard, PHONE } from "../support/browser"
import { switchSurfaces } from "../support/oauth-client"
import { CARDS } from "../support/shopper"
import { world } from "../support/world"

const BUTTON = { name: "Continue to the bank" }

describe("a payment whose bank page requires a form post, in a browser", () => {
  let browser: Browser
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  it("opens by its plain link, is authenticated at the bank and returns [SRV-06]", async () => {
    const task = await createFormPayment(agent)
    const page = await browser.newPage()
    await page.goto(task.artifacts.sca_redirect_url)
    await authenticateAndReturn(page, task)
  })

  it("works without scripts, through its buttons", async () => {
    const task = await createFormPayment(agent)
    const page = await (await browser.newContext(PHONE)).newPage()
    await page.goto(task.artifacts.sca_redirect_url)
    await page.getByRole("button", BUTTON).click()
    await page.locator("[data-outcome=bank-form]").waitFor()
    await page.getByRole("button", BUTTON).click()
    await authenticateAndReturn(page, task)
  })

  it("shows that the link was used when it is opened again", async () => {
    const task = await createFormPayment(agent)
    const page = await browser.newPage()
    await page.goto(task.artifacts.sca_redirect_url)
    await page.getByRole("heading", { name: "Pay by card" }).waitFor()
    const again = await browser.newPage()
    await again.goto(task.artifacts.sca_redirect_url)
    await again.getByRole("heading", { name: "Link already used" }).waitFor()
  })

  it("waits while its tab is in the background", async () => {
    const task = await createFormPayment(agent)
    const page = await browser.newPage()
    await page.addInitScript(
      "Object.defineProperty(document, 'visibilityState', { get: () => window.seen ?? 'hidden' })"
    )
    await page.goto(task.artifacts.sca_redirect_url)
    expect(await page.locator("[data-outcome=hand-off]").count()).toBe(1)
    await page.evaluate("window.seen = 'visible'; document.dispatchEvent(new Event('visibilitychange'))")
    await page.locator("[data-outcome=bank-form]").waitFor()
  })

  async function authenticateAndReturn(page: Page, { task_id }: Task): Promise<void> {
    await page.getByRole("heading", { name: "Pay by card" }).waitFor()
    expect(new URL(page.url()).origin).toBe(world().simulator_url)
    await payWithCard(page, CARDS.approved)
    await page.getByLabel("Code").fill("123456")
    await page.getByRole("button", { name: "Approve" }).click()
    await page.getByRole("heading", { name: "Payment confirmed" }).waitFor()
    expect((await agent.settled(task_id)).state).toBe("completed")
  }
})
