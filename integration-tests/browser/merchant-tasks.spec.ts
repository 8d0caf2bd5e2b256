import { readFileSync } from "node:fs"
import type { Locator } from "playwright-core"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Admin, type AdminPage } from "../support/admin"
import { Agent } from "../support/agent"
import { alertAbout } from "../support/alerts"
import { allow, approvalsOf } from "../support/approvals"
import { ledgerOf } from "../support/bank-ledger"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { adminGet } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { paid, payingAgent } from "../support/payments"
import { changeSettings } from "../support/policy"
import { Receiver } from "../support/receiver"
import { CARDS, authenticate } from "../support/shopper"
import { newestThat, subscribe } from "../support/webhooks"
import { tracePayment } from "../support/staff"
import { NO_RETRY } from "../support/webhook-clients"

const MOST_CLICKS = 3

interface Overview {
  readonly by_currency: readonly { readonly currency: string; readonly revenue: { readonly now: number } }[]
}

describe("a merchant on the overview needs at most three clicks to", () => {
  let admin: Admin
  let agent: Agent
  let page: AdminPage
  let clicks: number
  beforeAll(async () => {
    agent = await payingAgent()
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
    await paid(agent)
    admin = await Admin.open()
  })
  afterAll(async () => {
    await changeSettings({ default_spending: null })
    await admin?.close()
  })
  beforeEach(() => {
    clicks = 0
  })

  const click = async (what: Locator) => {
    clicks++
    await what.click()
  }
  const menu = (name: RegExp | string) =>
    page.getByRole("navigation", { name: "Agentic Commerce" }).getByRole("link", { name })
  const button = (name: string, within: Pick<AdminPage, "getByRole"> = page) =>
    within.getByRole("button", { name, exact: true })

  /** Opens the overview, does the task, and checks the clicks. Typing is not counted. */
  async function does(task: () => Promise<unknown>): Promise<void> {
    page = await admin.page("/agentic-commerce")
    await task()
    await page.close()
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
  }

  /** A payment made at a time in the past. */
  async function paidOn(time: string): Promise<string> {
    const { payment_id } = (await paid(agent)).artifacts
    await sql("update gw_payment set created_at = $2 where id = $1", [payment_id, time])
    return payment_id
  }

  /** The revenue of a day in EUR, in minor units, as the API reports it. */
  async function revenueOf(day: string): Promise<number> {
    const path = `/admin/agentic-commerce/overview?from=${day}&to=${day}`
    const { overview } = await adminGet<{ overview: Overview }>(path)
    return overview.by_currency.find(({ currency }) => currency === "EUR")?.revenue.now ?? 0
  }

  const newest = (id: string) =>
    page.getByRole("table", { name: "Newest payments" }).locator(`a[href$="${id}"]`).first()

  it("approve a payment [ADM-61]", async () => {
    const careful = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await allow(careful.client_id, { approval_above: 1000 })
    await careful.createPayment({ amount: 2000, order_reference: "Task-approve" })
    await does(async () => {
      await click(menu(/^Approvals/))
      await click(button("Approve", page.getByRole("row", { name: /Task-approve/ })))
      await click(button("Approve", page.getByRole("alertdialog")))
      await expect.poll(async () => (await approvalsOf(careful.client_id))[0]?.status).toBe("approved")
    })
  })

  it("see why a payment failed [ADM-61]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    await authenticate(artifacts.sca_redirect_url, "approve", CARDS.insufficient_funds)
    await agent.settled(task_id)
    await does(async () => {
      await click(newest(artifacts.payment_id))
      await page.getByText("Insufficient funds").first().waitFor()
    })
    expect((await tracePayment(artifacts.payment_id)).display_status).toBe("declined")
  })

  it("refund half of a payment [ADM-61]", async () => {
    const { artifacts } = await paid(agent)
    await does(async () => {
      await click(newest(artifacts.payment_id))
      await click(button("Refund"))
      await page.getByLabel("Amount (EUR)").fill("50")
      await click(button("Refund EUR 50.00"))
      await expect
        .poll(async () => (await ledgerOf(artifacts.payment_id)).amounts)
        .toMatchObject({ captured: 10_000, refunded: 5000 })
    })
  })

  it("revoke the access of one agent [ADM-61]", async () => {
    const suspect = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await sql("update gw_oauth_client set name = 'Suspect agent' where id = $1", [suspect.client_id])
    await suspect.createPayment()
    await does(async () => {
      await click(
        page.getByRole("table", { name: "Newest payments" }).getByRole("link", { name: "Suspect agent" })
      )
      await click(button("Revoke now"))
      const dialog = page.getByRole("alertdialog")
      await dialog.getByLabel("Reason").fill("suspicious purchases")
      await click(button("Revoke now", dialog))
      await dialog.waitFor({ state: "detached" })
    })
    expect((await suspect.call("agent/listSkills")).status).toBe(401)
  })

  it("see yesterday's revenue [ADM-61]", async () => {
    const { artifacts } = await paid(agent, { amount: 7_654_321 })
    await sql("update gw_payment set created_at = created_at - interval '1 day' where id = $1", [
      artifacts.payment_id,
    ])
    await does(async () => {
      const sales = page.getByRole("region", { name: "Sales in EUR" })
      await click(button("Show as a table", sales))
      const yesterday = new Date(Date.now() - 86_400_000)
      const day = yesterday.toLocaleDateString("en", { timeZone: "UTC", day: "numeric", month: "short" })
      const revenue = await revenueOf(yesterday.toISOString().slice(0, 10))
      expect(revenue).toBeGreaterThanOrEqual(7_654_321)
      const amount = (revenue / 100).toLocaleString("en", { minimumFractionDigits: 2 })
      await sales.getByRole("row", { name: new RegExp(`^${day} .*EUR\\s${amount}`) }).waitFor()
    })
    // Other files compare the revenue of the last days.
    await sql("update gw_payment set created_at = '2020-01-01' where id = $1", [artifacts.payment_id])
  })

  it("send a webhook's event again [ADM-61]", async () => {
    const receiver = await Receiver.listen()
    receiver.answers.set("/tasks", [500])
    receiver.pauses.set("/tasks", NO_RETRY)
    const buyer = await Buyer.forGuests()
    const webhook = await subscribe(buyer, receiver.at("/tasks"))
    await newestThat(buyer, webhook.id, ({ last_status }) => last_status === 500)
    await sql(
      `update gw_webhook_subscription
          set failures = 13, failing_since = now() - interval '2 hours', probe_at = now() + interval '1 hour'
        where id = $1`,
      [webhook.id]
    )
    await alertAbout("webhook_failing", webhook.id)
    const arrived = () => receiver.arrived.filter(({ path }) => path === "/tasks").length
    const before = arrived()
    await does(async () => {
      const alert = page.getByRole("region", { name: "Needs attention" }).getByRole("listitem")
      await click(alert.locator(`a[href$="${webhook.id}"]`).first())
      await click(page.getByRole("link", { name: "webhook.ping" }).first())
      await click(button("Retry now", page.getByRole("dialog")))
      await expect.poll(arrived).toBeGreaterThan(before)
    })
    receiver.close()
  })

  it("export the payments of a month [ADM-61]", async () => {
    const [march, april] = [await paidOn("2026-03-31T23:59:59Z"), await paidOn("2026-04-01T00:00:00Z")]
    await does(async () => {
      await click(menu(/^Payments/))
      await page.getByLabel("From", { exact: true }).fill("2026-03-01")
      // The page's address changes before the page does, which then reads the list of these days.
      const listed = page.waitForResponse(/\/payments\?.*created_to=/)
      await page.getByLabel("Until", { exact: true }).fill("2026-03-31")
      await listed
      const saved = page.waitForEvent("download")
      await click(button("Export CSV"))
      const file = await saved
      expect(file.suggestedFilename()).toBe("payments_2026-03-01_2026-03-31.csv")
      const rows = readFileSync(await file.path(), "utf8")
      expect([rows.includes(march), rows.includes(april)]).toEqual([true, false])
    })
  })

  it("see which agent bought an order [ADM-61]", async () => {
    const { artifacts } = await paid(agent)
    for (let other = 0; other < 2; other++) await paid(agent)
    await does(async () => {
      await click(menu(/^Payments/))
      await page.getByRole("textbox", { name: "Search" }).fill(String(artifacts.shop_order_id))
      const row = page.getByRole("row", { name: new RegExp(`#${artifacts.shop_order_id}\\b`) })
      await row.getByRole("link", { name: "Test agent" }).waitFor()
    })
  })

  it("set a limit for all new agents [ADM-61]", async () => {
    await does(async () => {
      await click(menu("Settings"))
      await click(page.getByRole("tab", { name: "Limits" }))
      const form = page.getByRole("form", { name: "Default spending rules" })
      await click(button("Add a currency", form))
      await form.getByLabel("Currency", { exact: true }).fill("EUR")
      await form.getByLabel("Maximum per 24 hours").fill("500")
      await form.getByLabel("Maximum per 24 hours").press("Enter")
      await expect
        .poll(async () => (await adminGet<{ settings: object }>("/admin/agentic-commerce/settings")).settings)
        .toMatchObject({ default_spending: { rules: [{ currency: "EUR", max_per_day: 50_000 }] } })
    })
    await changeSettings({ default_spending: null })
  })

  it("save the evidence for a dispute [ADM-61]", async () => {
    const { artifacts } = await paid(agent)
    const dispute = { id: "dsp_task", amount: 10_000, reason: "fraudulent", status: "open", at: new Date() }
    await sql("update gw_payment set disputes = $2 where id = $1", [
      artifacts.payment_id,
      JSON.stringify([dispute]),
    ])
    await does(async () => {
      await click(page.getByRole("link", { name: "Disputes", exact: true }))
      await click(page.locator(`a[href$="${artifacts.payment_id}"]`).first())
      const saved = page.waitForEvent("download")
      await click(button("Download evidence"))
      const file = await saved
      expect(file.suggestedFilename()).toBe(`evidence-${artifacts.payment_id}.html`)
      expect(readFileSync(await file.path(), "utf8")).toContain("not authorized by the cardholder")
    })
  })
})
