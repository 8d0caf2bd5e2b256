import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { Admin, check, escapePrompt, rowsOf } from "../support/admin"
import type { Agent } from "../support/agent"
import { clearFaults, fault, ledgerOf, withoutEventFeed } from "../support/bank-ledger"
import { orderOf, paid, payingAgent } from "../support/payments"
import { authenticate } from "../support/shopper"
import { payWithForgedNotification, paymentWithTimeline } from "../support/staff"
import { sql } from "../support/database"

describe("the pages about payments and tasks", () => {
  let admin: Admin
  let agent: Agent
  beforeAll(async () => {
    agent = await payingAgent()
    admin = await Admin.open()
  })
  afterAll(async () => {
    await clearFaults()
    await admin?.close()
  })

  const headOf = (page: Page, id: string) => page.getByRole("region", { name: id })

  const at = (id: string) => `/agentic-commerce/payments/${id}`

  it("capture a part and then the rest, after a confirmation that shows the effect [ADM-08]", async () => {
    const { artifacts } = await paid(agent, { capture: "manual" })
    const page = await admin.page(at(artifacts.payment_id))
    await page.getByRole("button", { name: "Capture", exact: true }).click()
    const prompt = page.getByRole("alertdialog")
    await prompt.getByText("EUR 100.00 is captured and recorded").waitFor()
    await prompt.getByLabel("Amount (EUR)").fill("120")
    await prompt.getByText("Enter an amount between").waitFor()
    expect(await prompt.getByRole("button", { name: /^Capture/ }).isDisabled()).toBe(true)
    await prompt.getByLabel("Amount (EUR)").fill("25,50")
    await prompt.getByText("EUR 74.50 stays authorized").waitFor()
    await check(page, "payment-capture-prompt")
    await prompt.getByRole("button", { name: "Capture EUR 25.50" }).dblclick()
    await prompt.waitFor({ state: "detached" })
    await page.getByText("The capture is recorded on the order").waitFor()
    expect((await ledgerOf(artifacts.payment_id)).captures.map(({ amount }) => amount)).toEqual([2550])
    await page.getByRole("button", { name: "Capture", exact: true }).click()
    await page.getByRole("button", { name: "Capture EUR 74.50" }).click()
    await expect.poll(async () => (await ledgerOf(artifacts.payment_id)).status).toBe("captured")
    await page.close()
  })

  it("refund with a reason", async () => {
    const { artifacts } = await paid(agent)
    const page = await admin.page(at(artifacts.payment_id))
    await page.getByRole("button", { name: "Refund", exact: true }).click()
    const prompt = page.getByRole("alertdialog")
    await prompt.getByLabel("Amount (EUR)").fill("40.00")
    await prompt.getByLabel("Reason").fill("One lamp was broken")
    await prompt.getByRole("button", { name: "Refund EUR 40.00" }).click()
    await prompt.waitFor({ state: "detached" })
    await page.getByText("One lamp was broken").waitFor()
    expect(await paymentWithTimeline(artifacts.payment_id)).toMatchObject({ refunded_amount: 4000 })
    await page.close()
  })

  it("show amount, status, order, agent and card in the head, and what is technical behind one switch [ADM-43]", async () => {
    const { artifacts } = await paid(agent)
    const page = await admin.page(at(artifacts.payment_id))
    const head = headOf(page, artifacts.payment_id)
    await head.getByRole("heading", { level: 1, name: /^EUR\s100\.00 Paid$/ }).waitFor()
    await head.getByRole("link", { name: `#${artifacts.shop_order_id}` }).waitFor()
    await head.getByRole("link", { name: "Test agent" }).waitFor()
    await head.getByText(/•••• \d{4}/).waitFor()
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await head.getByRole("button", { name: "Copy the payment ID" }).click()
    await expect
      .poll(() => page.evaluate<string>("navigator.clipboard.readText()"))
      .toBe(artifacts.payment_id)
    const shown = (text: string) => page.getByRole("main").getByText(text, { exact: true }).count()
    for (const fact of [artifacts.payment_id, `#${artifacts.shop_order_id}`, "Test agent"])
      expect.soft(await shown(fact), fact).toBe(1)
    expect(await shown("Amount")).toBe(0)
    const breadcrumbs = page.locator("ol", { has: page.getByRole("link", { name: "Payments" }) })
    await breadcrumbs.getByText(/^EUR\s100\.00$/).waitFor()
    expect(await page.title()).toContain(artifacts.payment_id)
    const entries = page.getByRole("region", { name: "Timeline" }).getByRole("listitem")
    await entries.filter({ hasText: "The order is paid" }).waitFor()
    expect(await entries.count()).toBe(4)
    expect(await page.getByText("Bank reference").count()).toBe(0)
    await page.getByRole("switch", { name: "Technical details" }).click()
    await entries.filter({ hasText: "Bank notification" }).first().waitFor()
    await page.getByText("Bank reference").waitFor()
    await page.reload()
    await page.getByText("Bank reference").waitFor()
    await check(page, "payment-technical")
    await page.close()
  })

  it("save the evidence for a dispute as one HTML file without markup from outside [ADM-44]", async () => {
    const { artifacts } = await paid(agent, { description: "<script>alert(1)</script>" })
    const page = await admin.page(at(artifacts.payment_id))
    await page.getByRole("button", { name: "Check status at the bank" }).waitFor()
    expect(await page.getByRole("button", { name: "Download evidence" }).count()).toBe(0)
    const dispute = { id: "dsp_1", amount: 10_000, reason: "<b>fraud</b>", status: "open", at: new Date() }
    await sql("update gw_payment set disputes = $2 where id = $1", [
      artifacts.payment_id,
      JSON.stringify([dispute]),
    ])
    const revoke = (at: string) =>
      sql(`update gw_oauth_grant set revoked_at = ${at} where client_id = $1`, [agent.client_id])
    await revoke("now()")
    await page.reload()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download evidence" }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`evidence-${artifacts.payment_id}.html`)
    await revoke("null")
    await page.setContent(readFileSync(await download.path(), "utf8"))
    await page.getByText("Revoked at").waitFor()
    for (const name of ["Consent", "Mandate for the saved card", "Customer authentication", "Delivery"])
      await page.getByRole("heading", { name, exact: true }).waitFor()
    await page.getByText("Customer authentication succeeded").first().waitFor()
    await page.getByText("a2a:payments:read, a2a:payments:create").waitFor()
    await page
      .getByText(/Bank notification payment\.captured/)
      .first()
      .waitFor()
    await page.getByText("<b>fraud</b>").waitFor()
    expect(await page.locator("script").count()).toBe(0)
    await page.close()
  })

  it("void an authorization, and do nothing when the prompt is closed by keyboard", async () => {
    const { artifacts } = await paid(agent, { capture: "manual" })
    const page = await admin.page(at(artifacts.payment_id))
    const voidButton = page.getByRole("button", { name: "Void", exact: true })
    await voidButton.press("Enter")
    await page.getByRole("alertdialog").getByText("It can no longer be captured").waitFor()
    await escapePrompt(page)
    await expect.poll(() => voidButton.evaluate((button) => button === document.activeElement)).toBe(true)
    expect((await ledgerOf(artifacts.payment_id)).status).toBe("authorized")
    await voidButton.click()
    await page.getByRole("button", { name: "Void EUR 100.00" }).click()
    const summary = headOf(page, artifacts.payment_id)
    await summary.getByText("Voided", { exact: true }).waitFor()
    expect((await ledgerOf(artifacts.payment_id)).status).toBe("voided")
    await page.close()
  })

  it("query the bank on request when its notifications are lost [ADM-09]", async () => {
    onTestFinished(await withoutEventFeed())
    await fault({ scope: { times: 20 }, ipn: { drop: true } })
    const { artifacts } = await agent.createPayment({ amount: 10_000 })
    await authenticate(artifacts.sca_redirect_url)
    const page = await admin.page(at(artifacts.payment_id))
    await page.getByRole("button", { name: "Check status at the bank" }).click()
    await page.getByText("The bank reported a change. Status now: Paid").waitFor()
    await page.getByText("The order is paid").waitFor()
    await clearFaults()
    await page.close()
  })

  it("show the result of a query to the bank, in both languages [ADM-32]", async () => {
    const { artifacts } = await paid(agent)
    const page = await admin.page(at(artifacts.payment_id))
    const queryBank = () => page.getByRole("button", { name: "Check status at the bank" }).click()
    await queryBank()
    await page.getByText("The bank reported no change. Status: Paid").waitFor()
    await sql("update gw_payment set merchant_reference = 'unknown ' || id where id = $1", [
      artifacts.payment_id,
    ])
    await queryBank()
    await page.getByText("The bank does not know this payment. Status in the store: Paid").waitFor()
    await page.close()
    const romanian = { width: 375, theme: "light", language: "ro" } as const
    const silent = await admin.page(at(artifacts.payment_id), romanian)
    await fault({ scope: { times: 40 }, api: { status: 500 } })
    await silent.getByRole("button", { name: "Verifică starea la bancă" }).click()
    await silent.getByText("Banca nu a răspuns.").waitFor({ timeout: 60_000 })
    await clearFaults()
    await silent.close()
  })

  it("show the review queue, and close a review with a note [ADM-10]", async () => {
    const { artifacts } = await agent.createPayment({ amount: 10_000 })
    await payWithForgedNotification({ artifacts })
    const page = await admin.page("/agentic-commerce/payments")
    await page.getByRole("tab", { name: "Needs review" }).click()
    await page
      .getByRole("row")
      .filter({ hasText: "The amounts differ: the store expects EUR 100.00, the bank reported EUR 100.01." })
      .first()
      .getByRole("link")
      .first()
      .click()
    await headOf(page, artifacts.payment_id).waitFor()
    await page.getByRole("button", { name: "Close the review" }).click()
    const prompt = page.getByRole("alertdialog")
    await prompt.getByLabel("Review note").fill("Their message was wrong")
    await check(page, "payment-resolve-prompt")
    await prompt.getByRole("button", { name: "Close the review" }).click()
    await prompt.waitFor({ state: "detached" })
    await page.getByText("Their message was wrong").waitFor()
    expect((await paymentWithTimeline(artifacts.payment_id)).review_reason).toBeNull()
    await page.close()
  })

  it("filter the list, keep the filter in the URL, and show a notice when nothing matches", async () => {
    const { artifacts } = await paid(agent)
    const page = await admin.page("/agentic-commerce/payments")
    await page.getByLabel("Search").fill(`#${artifacts.shop_order_id}`)
    await page.keyboard.press("Enter")
    await expect.poll(() => page.getByRole("row").count()).toBe(2)
    expect(page.url()).toContain("q=")
    await page.getByLabel("Search").fill("nothing like it")
    await page.keyboard.press("Enter")
    await page.getByText("No results").waitFor()
    await page.getByRole("button", { name: "Clear filters" }).click()
    await expect.poll(() => page.getByRole("row").count()).toBeGreaterThan(2)
    await page.close()
  })

  it("link from a task to its payment [ADM-11]", async () => {
    const { task_id, artifacts } = await paid(agent)
    const page = await admin.page("/agentic-commerce/tasks")
    await page.getByRole("row").nth(1).getByRole("link").first().click()
    await page.goto(page.url().replace(/[^/]+$/, task_id))
    await page.getByRole("link", { name: artifacts.payment_id }).click()
    await headOf(page, artifacts.payment_id).waitFor()
    await page.close()
  })

  it("appear on the order: agent, status, latest timeline entries and the same actions [ADM-07]", async () => {
    const task = await paid(agent)
    const { id } = await orderOf(task)
    const page = await admin.page(`/orders/${id}`)
    const widget = page.getByRole("region", { name: "Agent payment" })
    // The first visit to an order page waits until Vite has translated its sources.
    await widget.locator("span").getByText("Paid", { exact: true }).first().waitFor({ timeout: 120_000 })
    await widget.getByRole("button", { name: "Refund" }).click()
    await page.getByRole("alertdialog").getByLabel("Amount (EUR)").fill("10")
    await page.getByRole("button", { name: "Refund EUR 10.00" }).click()
    await expect.poll(async () => (await ledgerOf(task.artifacts.payment_id)).amounts.refunded).toBe(1000)
    await widget.getByRole("link", { name: "Open the payment" }).click()
    await headOf(page, task.artifacts.payment_id).waitFor()
    await page.close()
  })

  it("do not appear on an order without a payment of the gateway", async () => {
    const { artifacts, ...task } = await paid(agent)
    const { id } = await orderOf({ artifacts, ...task })
    await sql("update gw_payment set order_id = null where id = $1", [artifacts.payment_id])
    const page = await admin.page(`/orders/${id}`)
    await page
      .getByRole("heading", { name: new RegExp(`#${artifacts.shop_order_id}`) })
      .first()
      .waitFor()
    await page.waitForLoadState("networkidle")
    expect(await page.getByRole("region", { name: "Agent payment" }).count()).toBe(0)
    await sql("update gw_payment set order_id = $2 where id = $1", [artifacts.payment_id, id])
    await page.close()
  })

  it("look right at both widths, in both themes and both languages [ADM-21]", async () => {
    const task = await paid(agent, { capture: "manual" })
    const { artifacts, task_id } = task
    await admin.checkEverywhere("payments", "/agentic-commerce/payments", (page) =>
      rowsOf(page).first().waitFor()
    )
    await admin.checkEverywhere("payment", at(artifacts.payment_id), (page) =>
      page
        .getByRole("listitem")
        .filter({ has: page.locator("time") })
        .first()
        .waitFor()
    )
    await admin.checkEverywhere("tasks", "/agentic-commerce/tasks", (page) => rowsOf(page).first().waitFor())
    await admin.checkEverywhere("payments-review", "/agentic-commerce/payments?tab=review", (page) =>
      page.getByRole("tab", { selected: true }).waitFor()
    )
    await admin.checkEverywhere("task", `/agentic-commerce/tasks/${task_id}`, (page) =>
      page.getByRole("heading", { level: 1, name: task_id }).waitFor()
    )
    await admin.checkEverywhere(
      "order-widget",
      `/orders/${(await orderOf(task)).id}`,
      (page) => page.getByRole("region").locator("time").first().waitFor({ timeout: 120_000 }),
      { ours: `[role=region]:has(a[href$="/payments/${artifacts.payment_id}"])` }
    )
  })
})
