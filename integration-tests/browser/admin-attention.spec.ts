import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Admin, type AdminPage } from "../support/admin"
import { Agent } from "../support/agent"
import { alertAbout } from "../support/alerts"
import { allow, waitingOf } from "../support/approvals"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { switchSurfaces } from "../support/oauth-client"

const FAILING = "whk_attention_failing"

describe("the list of what needs attention", () => {
  let admin: Admin
  let approval: { readonly id: string }
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await allow(agent.client_id, { approval_above: 1000 })
    await agent.createPayment({ amount: 123_456, order_reference: "Attention-me" })
    approval = await waitingOf(agent.client_id)
    const { client_id } = await Buyer.forGuests()
    await sql(
      `insert into gw_webhook_subscription (id, client_id, profile, url, failures, failing_since)
       values ($1, $2, 'standard', 'https://attention.example/hook', 13, now() - interval '2 hours')`,
      [FAILING, client_id]
    )
    await alertAbout("approval_waiting", approval.id)
    await alertAbout("webhook_failing", FAILING)
    admin = await Admin.open()
  })
  afterAll(async () => {
    await sql("delete from gw_webhook_subscription where id = $1", [FAILING])
    await admin?.close()
  })

  const open = () => admin.page("/agentic-commerce")
  const alertsOn = (page: AdminPage) =>
    page.getByRole("region", { name: "Needs attention" }).getByRole("listitem")

  it("shows a waiting approval and a failing webhook, with links to both [ADM-28]", async () => {
    const page = await open()
    const waiting = alertsOn(page).filter({
      hasText: /A payment of EUR\s1,234\.56 is waiting for your approval/,
    })
    await waiting.getByRole("link").first().click()
    const row = page.getByRole("row", { name: /Attention-me/ })
    await row.getByRole("button", { name: "Approve" }).waitFor()
    await page.goBack()
    const failing = alertsOn(page).filter({ hasText: "attention.example has accepted no message" })
    await failing.getByRole("link", { name: "A webhook is failing" }).click()
    await page.getByText("https://attention.example/hook").waitFor()
    await page.getByText("13 failures in a row, since").waitFor()
    await page.close()
  })

  it("is counted next to the name of each page in the menu [ADM-28]", async () => {
    const page = await open()
    const menu = page.getByRole("navigation", { name: "Agentic Commerce" })
    for (const name of ["Overview", "Approvals", "Webhooks"])
      await menu.getByRole("link", { name: new RegExp(`^${name} ?\\d+ needs? attention$`) }).waitFor()
    await menu.getByRole("link", { name: /^Approvals/ }).click()
    await page.getByRole("heading", { level: 1, name: "Approvals" }).waitFor()
    await menu.locator("[aria-current=page]", { hasText: "Approvals" }).waitFor()
    await page.close()
  })

  it("lets staff mark an alert as handled, shows it with its owner, and reopens it [ADM-28]", async () => {
    const page = await open()
    const about = { hasText: "attention.example has accepted no message" }
    await alertsOn(page)
      .filter(about)
      .getByRole("button", { name: /^Mark as handled/ })
      .click()
    await expect.poll(() => alertsOn(page).filter(about).count()).toBe(0)
    await page.getByRole("tab", { name: "Handled" }).click()
    const handled = alertsOn(page).filter(about)
    await handled.getByText("Handled by").waitFor()
    await handled.getByRole("link", { name: /@|\w/ }).nth(1).waitFor()
    await page.reload()
    await handled.getByRole("button", { name: /^Undo/ }).click()
    await handled.waitFor({ state: "detached" })
    await page.getByRole("tab", { name: "Open" }).click()
    await alertsOn(page).filter(about).getByRole("button").waitFor()
    await page.close()
  })

  it("looks right at both widths, in both themes and both languages [ADM-21, ADM-28]", async () => {
    const button = (page: AdminPage | Parameters<Parameters<Admin["checkEverywhere"]>[2]>[0]) =>
      page.locator("main li button").first().waitFor()
    await admin.checkEverywhere("attention", "/agentic-commerce", button)
    const page = await open()
    await alertsOn(page)
      .filter({ hasText: "attention.example" })
      .getByRole("button", { name: /^Mark as handled/ })
      .click()
    await page.getByText("The alert is marked as handled").waitFor()
    await page.close()
    await admin.checkEverywhere("attention-handled", "/agentic-commerce?alerts=handled", button)
  })
})
