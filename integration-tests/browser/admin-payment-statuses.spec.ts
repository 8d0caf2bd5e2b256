import type { Locator, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { DisplayStatus } from "../../src/domain/display-status"
import { Admin, rowsOf } from "../support/admin"
import type { Agent } from "../support/agent"
import { restoreBank } from "../support/bank-ledger"
import { PAYMENT_CASES, putInto, writePayments } from "../support/payment-states"
import { orderOf, paid, payingAgent } from "../support/payments"
import { payWithForgedNotification, paymentWithTimeline } from "../support/staff"
import { sql } from "../support/database"

/** The label of each display status in both languages, and the color of its badge. */
const BADGES: Readonly<Record<DisplayStatus, readonly [en: string, ro: string, color: string]>> = {
  paid: ["Paid", "Plătită", "green"],
  authorized: ["Authorized", "Autorizată", "blue"],
  partially_captured: ["Partially captured", "Încasată parțial", "blue"],
  partially_refunded: ["Partially refunded", "Rambursată parțial", "blue"],
  refunded: ["Refunded", "Rambursată", "grey"],
  disputed: ["Disputed", "Contestată", "red"],
  refund_failed: ["Refund failed", "Rambursare eșuată", "red"],
  needs_review: ["Needs review", "De verificat", "orange"],
  declined: ["Declined", "Refuzată", "red"],
  expired: ["Expired", "Expirată", "grey"],
  voided: ["Voided", "Autorizare anulată", "grey"],
  canceled: ["Canceled", "Anulată", "grey"],
  requires_action: ["Waiting for the customer", "Așteaptă clientul", "orange"],
  processing: ["Processing", "În procesare", "blue"],
  created: ["Created", "Creată", "blue"],
  unknown: ["Outcome unknown", "Rezultat necunoscut", "orange"],
  manual_review: ["On hold", "Suspendată", "orange"],
  nothing_due: ["No bank payment", "Fără plată la bancă", "grey"],
}

const STATUSES = Object.keys(BADGES) as DisplayStatus[]

const BADGE = "span:has(> div[role=presentation])"

/** The text and the color of a badge. */
async function shownIn(part: Locator): Promise<[text: string | null, color: string | undefined]> {
  const badge = part.locator(BADGE).first()
  await badge.waitFor({ timeout: 120_000 })
  const classes = (await badge.locator("> [role=presentation]").getAttribute("class")) ?? ""
  const [, color] = /bg-ui-tag-(\w+)-icon/.exec(classes) ?? []
  return [await badge.textContent(), color === "neutral" ? "grey" : color]
}

describe("the status of a payment in the admin", () => {
  let admin: Admin
  let agent: Agent
  beforeAll(async () => {
    agent = await payingAgent()
    admin = await Admin.open()
  })
  afterEach(() => restoreBank())
  afterAll(() => admin?.close())

  const at = (id: string) => `/agentic-commerce/payments/${id}`

  /**
   * Expects the label and the color of each status in these parts whenever the merchant comes back to their pages from
   * another page of the admin.
   */
  async function inEachStatus(
    language: 0 | 1,
    payment_id: string,
    parts: readonly (readonly [Page, Locator])[]
  ) {
    for (const [page, part] of parts) {
      await part.waitFor()
      await page.locator("aside a[href$='/customers']").first().click()
      await page.waitForURL("**/customers")
    }
    for (const status of STATUSES) {
      const [one] = PAYMENT_CASES.filter(({ shown_as }) => shown_as === status)
      if (!one) throw new Error(`no case is shown as ${status}`)
      await putInto(payment_id, one)
      for (const [page, part] of parts) {
        await page.goBack()
        await expect
          .poll(() => shownIn(part), { message: status })
          .toEqual([BADGES[status][language], BADGES[status][2]])
        await page.goForward()
      }
    }
    for (const [page] of parts) await page.close()
  }

  it("has the same label and color in the list, on its own page and on its order, and is green only when paid [ADM-27]", async () => {
    const task = await paid(agent)
    const { payment_id } = task.artifacts
    const list = await admin.page(`/agentic-commerce/payments?q=${payment_id}`)
    const detail = await admin.page(at(payment_id))
    const order = await admin.page(`/orders/${(await orderOf(task)).id}`)
    await inEachStatus(0, payment_id, [
      [list, list.getByRole("row").nth(1)],
      [detail, detail.getByRole("region", { name: payment_id })],
      [order, order.getByRole("region", { name: "Agent payment" })],
    ])
  })

  it("has Romanian labels when the admin is in Romanian [ADM-27]", async () => {
    const { payment_id } = (await paid(agent)).artifacts
    const look = { width: 1280, theme: "light", language: "ro" } as const
    const detail = await admin.page(at(payment_id), look)
    await inEachStatus(1, payment_id, [[detail, detail.getByRole("region", { name: payment_id })]])
  })

  it("has no query of the bank beside it for an order without a bank payment [ADM-27]", async () => {
    const { payment_id } = (await paid(agent)).artifacts
    const page = await admin.page(at(payment_id))
    const query = page.getByRole("button", { name: "Check status at the bank" })
    await query.waitFor()
    await page.getByText("captured immediately").waitFor()
    const [free] = PAYMENT_CASES.filter(({ shown_as }) => shown_as === "nothing_due")
    await putInto(payment_id, free as (typeof PAYMENT_CASES)[number])
    await page.reload()
    await page.getByRole("region", { name: payment_id }).getByText("No bank payment").waitFor()
    expect([await query.count(), await page.getByText("captured immediately").count()]).toEqual([0, 0])
    await page.close()
  })

  it("changes together with the review box when the review is closed: on its page without a reload, and in the list [ADM-10]", async () => {
    const { artifacts } = await agent.createPayment({ amount: 10_000 })
    await payWithForgedNotification({ artifacts })
    const page = await admin.page("/agentic-commerce/payments?tab=review")
    const row = page.getByRole("row").filter({ has: page.locator(`a[href$="${artifacts.payment_id}"]`) })
    await row.getByText("the store expects EUR 100.00, the bank reported EUR 100.01").waitFor()
    await row.getByRole("link").first().click()
    const summary = page.getByRole("region", { name: artifacts.payment_id })
    expect(await shownIn(summary)).toEqual(["Needs review", "orange"])
    const box = page.getByRole("region", { name: "Needs manual review" })
    await box
      .getByText("The amounts differ: the store expects EUR 100.00, the bank reported EUR 100.01.")
      .waitFor()
    await box.getByRole("button", { name: "Close the review" }).click()
    const prompt = page.getByRole("alertdialog")
    await prompt.getByLabel("Review note").fill("The bank's own page says 100.00")
    // Blocks the page's own reload, so that the test sees the result of the answer.
    await page.route(`**${at(artifacts.payment_id)}`, (route) =>
      route.request().method() === "GET" ? new Promise<void>(() => undefined) : route.continue()
    )
    await prompt.getByRole("button", { name: "Close the review" }).click()
    await prompt.waitFor({ state: "detached" })
    await expect.poll(() => shownIn(summary)).toEqual(["Paid", "green"])
    await page.getByText("The bank's own page says 100.00").waitFor()
    expect(await box.count()).toBe(0)
    await page.goBack()
    await page.getByRole("tab", { name: "Needs review", selected: true }).waitFor()
    await expect.poll(() => row.count()).toBe(0)
    await page.close()
  })

  it("changes together with the review box when the review is closed on the order [ADM-10]", async () => {
    const task = await agent.createPayment({ amount: 10_000 })
    await payWithForgedNotification(task)
    const page = await admin.page(`/orders/${(await orderOf(task)).id}`)
    const widget = page.getByRole("region", { name: "Agent payment" })
    expect(await shownIn(widget)).toEqual(["Needs review", "orange"])
    const box = page.getByRole("region", { name: "Needs manual review" })
    await box.getByRole("button", { name: "Close the review" }).click()
    const prompt = page.getByRole("alertdialog")
    await prompt.getByLabel("Review note").fill("Their message was wrong")
    await prompt.getByRole("button", { name: "Close the review" }).click()
    await prompt.waitFor({ state: "detached" })
    await expect.poll(() => shownIn(widget)).toEqual(["Paid", "green"])
    expect(await box.count()).toBe(0)
    expect((await paymentWithTimeline(task.artifacts.payment_id)).review_reason).toBeNull()
    await page.close()
  })

  it("looks right at both widths, in both themes and both languages [ADM-21]", async () => {
    const task = await agent.createPayment({ amount: 10_000 })
    await payWithForgedNotification(task)
    const { payment_id } = task.artifacts
    const ids = await writePayments(agent.client_id)
    await admin.checkEverywhere(
      "statuses",
      `/agentic-commerce/payments?client_id=${agent.client_id}`,
      (page) => rowsOf(page).nth(19).waitFor()
    )
    await sql("delete from gw_payment where id = any($1)", [ids])
    await admin.checkEverywhere("status-review", at(payment_id), (page) =>
      page.getByRole("region", { name: payment_id }).waitFor()
    )
    await admin.checkEverywhere("status-queue", "/agentic-commerce/payments?tab=review", (page) =>
      rowsOf(page).first().waitFor()
    )
    await admin.checkEverywhere(
      "status-widget",
      `/orders/${(await orderOf(task)).id}`,
      (page) => page.getByRole("region").locator("time").first().waitFor({ timeout: 120_000 }),
      { ours: `[role=region]:has(a[href$="/payments/${payment_id}"])` }
    )
  })
})
