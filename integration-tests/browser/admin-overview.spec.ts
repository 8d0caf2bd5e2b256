import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Admin, type AdminPage, type Look, check, rowsOf } from "../support/admin"
import type { Agent } from "../support/agent"
import { sql } from "../support/database"
import { paid, payingAgent } from "../support/payments"
import { CARDS, authenticate } from "../support/shopper"

const TABLET: Look = { width: 768, theme: "light", language: "ro" }

/** The name of the chart in both languages. */
const CHART = /^(Chart|Grafic):/

describe("the overview", () => {
  let admin: Admin
  let agent: Agent
  let payment_id: string
  beforeAll(async () => {
    agent = await payingAgent()
    payment_id = (await paid(agent, { amount: 8_123_450 })).artifacts.payment_id
    await paid(agent, { amount: 4200, currency: "RON" })
    const declined = await agent.createPayment()
    await authenticate(declined.artifacts.sca_redirect_url, "approve", CARDS.insufficient_funds)
    await agent.settled(declined.task_id)
    await fillDays(agent.client_id)
    admin = await Admin.open()
  })
  afterAll(async () => {
    await sql("delete from gw_payment where description = 'An earlier lamp'")
    await admin?.close()
  })

  const tile = (page: AdminPage, name: string) =>
    page.locator("main div", { has: page.getByRole("heading", { level: 3, name, exact: true }) }).last()

  it("shows revenue by currency, paid orders and the success rate against the period before [ADM-41]", async () => {
    const page = await admin.page("/agentic-commerce")
    const revenue = tile(page, "Revenue by agents")
    await revenue.getByText(/^EUR\s8\d,\d{3}\.\d\d$/).waitFor()
    await revenue.getByText(/^RON\s\d[\d,]*\.00$/).waitFor()
    await revenue.getByText(/^EUR\s300\.00 in the 30 days before$/).waitFor()
    await tile(page, "Paid orders")
      .getByText(/in the 30 days before/)
      .waitFor()
    await tile(page, "Success rate")
      .getByText(/^\d+ of \d+ ended payments were paid$/)
      .waitFor()
    await page.close()
  })

  it("shows the revenue by day as a chart and as a table, the top agents and the newest payments [ADM-41]", async () => {
    const page = await admin.page("/agentic-commerce?currency=EUR")
    const sales = page.getByRole("region", { name: "Sales in EUR" })
    await sales.getByRole("img", { name: "Chart: revenue by day in EUR." }).waitFor()
    await sales.getByRole("button", { name: "Show as a table" }).click()
    const today = sales.getByRole("table", { name: "Revenue by day" }).getByRole("row").nth(1)
    await today.getByText(/^EUR\s8\d,\d{3}\.\d\d$/).waitFor()
    await check(page, "overview-table")
    const first = sales.getByRole("listitem").first()
    await first.getByText(/^EUR\s8\d,\d{3}\.\d\d$/).waitFor()
    await first.getByRole("link", { name: "Test agent" }).waitFor()
    await page
      .getByRole("table", { name: "Newest payments" })
      .locator(`a[href$="${payment_id}"]`)
      .first()
      .waitFor()
    await page.getByRole("combobox", { name: "Currency" }).click()
    await page.getByRole("option", { name: "RON" }).click()
    await page.getByRole("region", { name: "Sales in RON" }).waitFor()
    expect(page.url()).toContain("currency=RON")
    await page.close()
  })

  it("applies the selected period to every number, and keeps it in the URL [ADM-25, ADM-41]", async () => {
    const page = await admin.page("/agentic-commerce")
    await page.getByRole("combobox", { name: "Period" }).click()
    await page.getByRole("option", { name: "Last 90 days" }).click()
    const revenue = tile(page, "Revenue by agents")
    await revenue
      .getByText(/in the 90 days before$/)
      .first()
      .waitFor()
    expect(page.url()).toContain("days=90")
    await page.reload()
    await revenue
      .getByText(/in the 90 days before$/)
      .first()
      .waitFor()
    await page.close()
  })

  it("keeps the numbers and the focus while another period loads [ADM-25, ADM-41]", async () => {
    const page = await admin.page("/agentic-commerce")
    const revenue = tile(page, "Revenue by agents")
    const before = (days: number) => revenue.getByText(new RegExp(`in the ${days} days before$`)).first()
    await before(30).waitFor()
    const funnel = page.getByRole("region", { name: "From search to paid order" })
    await funnel
      .getByText(/\(100%\)$/)
      .first()
      .waitFor()
    let answer = () => undefined as void
    const asked = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/agentic-commerce\/(overview|funnel)\?/, async (route) => {
      await asked
      await route.continue()
    })
    const period = page.getByRole("combobox", { name: "Period" })
    await period.focus()
    const requested = page.waitForRequest(/agentic-commerce\/overview\?/)
    await page.keyboard.press("Enter")
    await page.getByRole("option", { name: "Last 90 days" }).press("Enter")
    await requested
    await page.getByRole("listbox").waitFor({ state: "detached" })
    expect(await before(30).isVisible()).toBe(true)
    expect(
      await funnel
        .getByText(/\(100%\)$/)
        .first()
        .isVisible()
    ).toBe(true)
    expect(await page.getByRole("main").getByRole("status", { name: "Loading" }).count()).toBe(0)
    answer()
    await before(90).waitFor()
    expect(await period.evaluate((choice) => choice === document.activeElement)).toBe(true)
    await page.close()
  })

  it("offers the periods while one cannot be loaded [ADM-25]", async () => {
    const page = await admin.page("/agentic-commerce")
    const revenue = tile(page, "Revenue by agents")
    await revenue.waitFor()
    await page.route(/agentic-commerce\/overview\?/, (route) => route.fulfill({ status: 500, json: {} }))
    const choose = async (days: number) => {
      await page.getByRole("combobox", { name: "Period" }).click()
      await page.getByRole("option", { name: `Last ${days} days` }).click()
    }
    await choose(7)
    await page.getByRole("alert").first().waitFor()
    await page.unroute(/agentic-commerce\/overview\?/)
    await choose(90)
    await revenue
      .getByText(/in the 90 days before$/)
      .first()
      .waitFor()
    await page.close()
  })

  it("shows the share of each step and drop-off reason in the funnel, and none of what ended before a payment [ADM-06]", async () => {
    await sql("insert into gw_funnel values (current_date, $1, 'EUR', 'not_placed', 3)", [agent.client_id])
    const page = await admin.page("/agentic-commerce")
    const funnel = page.getByRole("region", { name: "From search to paid order" })
    const reason = funnel
      .getByRole("listitem")
      .filter({ hasText: "Declined by the bank: Insufficient funds" })
    await reason
      .first()
      .getByText(/^\(\d+%\)$/)
      .waitFor()
    await funnel
      .locator("dd", { hasText: /\(100%\)$/ })
      .first()
      .waitFor()
    const early = funnel.getByRole("listitem").filter({ hasText: "The order could not be placed" })
    expect(await early.first().textContent()).toMatch(/placed\d+\s*$/)
    await page.close()
  })

  it("links from what waits for staff to exactly these payments [ADM-28]", async () => {
    const dispute = [{ id: "dsp_1", amount: 100, reason: "fraudulent", status: "open", at: new Date() }]
    await sql("update gw_payment set disputes = $2 where id = $1", [payment_id, JSON.stringify(dispute)])
    const page = await admin.page("/agentic-commerce")
    const waiting = tile(page, "Waiting for you")
    const disputes = waiting.getByRole("listitem").filter({ hasText: "Disputes" })
    const count = Number((await disputes.locator(".tabular-nums").textContent()) ?? "")
    expect(count).toBeGreaterThan(0)
    await disputes.getByRole("link").click()
    await page.getByRole("heading", { level: 1, name: "Payments" }).waitFor()
    await expect.poll(() => rowsOf(page).count()).toBe(count)
    await page.goBack()
    await waiting.getByRole("link", { name: "Payments in review" }).click()
    await page.getByRole("tab", { name: "Needs review", selected: true }).waitFor()
    await sql("update gw_payment set disputes = '[]' where id = $1", [payment_id])
    await page.close()
  })

  it("looks right in each window, theme and language [ADM-21, ADM-41]", async () => {
    const isThere = (page: AdminPage | Parameters<Parameters<Admin["checkEverywhere"]>[2]>[0]) =>
      page.getByRole("img", { name: CHART }).waitFor()
    await admin.checkEverywhere("overview-sales", "/agentic-commerce", isThere)
    const page = await admin.page("/agentic-commerce", TABLET)
    await isThere(page)
    await check(page, "overview-sales-768-light-ro")
    await page.close()
  })

  it("shows the first steps in a store that no agent has called, with their buttons in the window [ADM-42]", async () => {
    await sql("delete from gw_usage")
    await admin.checkEverywhere("overview-first-step", "/agentic-commerce", async (page, { language }) => {
      await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 667 })
      const name = language === "en" ? "Open the setup checklist" : "Deschide lista de configurare"
      const button = page.getByRole("main").getByRole("link", { name })
      await button.waitFor()
      const box = await button.boundingBox()
      expect.soft((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(667)
      expect(await page.getByRole("img", { name: CHART }).count()).toBe(0)
    })
    const page = await admin.page("/agentic-commerce")
    await page.getByRole("link", { name: "Connect an assistant" }).click()
    await page.getByRole("heading", { level: 1, name: "Connect" }).waitFor()
    await page.close()
    await agent.send("query_payment_status", { payment_id })
    const again = await admin.page("/agentic-commerce")
    await tile(again, "Revenue by agents").waitFor()
    await again.close()
  })
})

/** Paid payments on days before today: of 300.00 EUR 40 days ago, and of a large amount on other days. */
async function fillDays(client_id: string): Promise<void> {
  await sql(
    `insert into gw_payment (id, merchant_reference, idempotency_key, origin, intent, currency, description, client_id,
       status, amount, captured_amount, announced_at, next_check_at, provisioned_at, version, created_at)
     select 'pay_' || substr(md5($1 || day), 1, 24), md5($1 || day), gen_random_uuid(), 'order', 'sale', 'EUR',
            'An earlier lamp', $1, 'captured', amount, amount, now(), null, now(), 1,
            date_trunc('day', now(), 'UTC') - day * interval '1 day'
       from (values (1, 30000), (2, 45000), (3, 12000), (5, 61000), (8, 9000), (13, 38000), (40, 30000)) as d (day, amount)`,
    [client_id]
  )
}
