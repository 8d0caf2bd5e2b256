import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ADMIN } from "../../demo/shop/logins"
import { Agent } from "../support/agent"
import { openBrowser, payWithCard, PHONE } from "../support/browser"
import { listenForCallback } from "../support/callback"
import { capturesOf, orderNumber } from "../support/merchant"
import { authorizeUrl, newPkce, redeem, registerClient, switchSurfaces } from "../support/oauth-client"
import { CARDS } from "../support/shopper"

describe("an agent's payment, from registration to the paid order", () => {
  let browser: Browser
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  it("works for a merchant and a customer on a phone without JavaScript [SRV-06, OAUTH-10, A2A-52]", async () => {
    const agent = await agentWithConsentOf(await newPage(browser))
    const task = await agent.createPayment({ amount: 4990, order_reference: "B-1", description: "Two lamps" })

    const shopper = await newPage(browser)
    await shopper.goto(task.artifacts.sca_redirect_url)
    await payWithCard(shopper, CARDS.approved)
    await shopper.getByLabel("Code").fill("123456")
    await shopper.getByRole("button", { name: "Approve" }).click()

    await shopper.getByRole("heading", { name: "Payment confirmed" }).waitFor()
    expect((await agent.settled(task.task_id)).state).toBe("completed")
    const order = await orderNumber(task.artifacts.shop_order_id)
    expect(order).toMatchObject({ payment_status: "captured", summary: { paid_total: 49.9 } })
    expect(capturesOf(order)).toEqual([49.9])
  })

  it("shows the customer a decline by the bank [A2A-52, TASK-08]", async () => {
    const agent = await agentWithConsentOf(await newPage(browser))
    const task = await agent.createPayment()
    const shopper = await newPage(browser)
    await shopper.goto(task.artifacts.sca_redirect_url)
    await payWithCard(shopper, CARDS.approved)
    await shopper.getByRole("button", { name: "Decline" }).click()
    await shopper.getByRole("heading", { name: "Payment declined" }).waitFor()
    expect((await agent.settled(task.task_id)).state).toBe("failed")
  })

  it("gives the agent nothing when the merchant rejects the consent [OAUTH-10]", async () => {
    const callback = await listenForCallback()
    const page = await newPage(browser)
    const client = await registerClient({ redirect_uris: [callback.redirect_uri] })
    await page.goto(authorizeUrl(client, newPkce().challenge, { redirect_uri: callback.redirect_uri }).href)
    await logIn(page)
    await page.getByRole("button", { name: "Refuse" }).click()
    const answer = await callback.arrived
    expect(answer.searchParams.get("error")).toBe("access_denied")
    expect(answer.searchParams.has("code")).toBe(false)
    callback.close()
  })
})

async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext(PHONE)).newPage()
}

/** Logs in as the merchant, checks the consent page, and allows access. */
async function agentWithConsentOf(page: Page): Promise<Agent> {
  const callback = await listenForCallback()
  const { redirect_uri } = callback
  const scopes = ["a2a:payments:read", "a2a:payments:create"]
  const client = await registerClient({ client_name: "Lamp buyer", redirect_uris: [redirect_uri], scopes })
  const { verifier, challenge } = newPkce()
  await page.goto(authorizeUrl(client, challenge, { redirect_uri }).href)
  await logIn(page)
  const consent = await page.locator("body").innerText()
  expect(consent).toContain("Lamp buyer")
  expect(consent).toContain("127.0.0.1")
  expect(consent).toContain("Ask shoppers for card payments in your store's name")
  await page.getByRole("button", { name: "Allow" }).click()
  const code = (await callback.arrived).searchParams.get("code") ?? ""
  callback.close()
  const { body } = await redeem(client, { code, verifier }, { redirect_uri })
  return Agent.withToken(String(body.access_token))
}

async function logIn(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(ADMIN.email)
  await page.getByLabel("Password").fill(ADMIN.password)
  await page.getByRole("button", { name: "Log in" }).click()
}
