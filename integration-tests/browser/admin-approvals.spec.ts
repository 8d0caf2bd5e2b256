import type { Locator } from "playwright-core"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Admin, check, escapePrompt, rowsOf } from "../support/admin"
import { Agent, eventually } from "../support/agent"
import { allow, approvalsOf, decided, waitingOf } from "../support/approvals"
import { ANA, Buyer, amountOf, type Checkout } from "../support/buyer"
import { closeCatalog, openCatalog } from "../support/catalog"
import { switchSurfaces } from "../support/oauth-client"
import { limited } from "../support/purchases"
import { CARDS } from "../support/shopper"
import { orderThroughUcp, refundIn, stockUp } from "../support/ucp-orders"

describe("the page of approvals", () => {
  let admin: Admin
  let agent: Agent
  let item: string
  let buyer: Buyer
  let checkout: Checkout
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
    item = await limited(await openCatalog(), 1000, TITLE)
    admin = await Admin.open()
  })
  beforeEach(async () => {
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await allow(agent.client_id, { approval_above: 1000 })
  })
  afterAll(async () => {
    await closeCatalog()
    await admin?.close()
  })

  /** Creates a checkout of two units that waits for the merchant's approval. */
  async function createWaitingCheckout(): Promise<void> {
    buyer = await Buyer.forGuests()
    await allow(buyer.client_id, { approval_above: 1 })
    checkout = await buyer.ready([[item, 2]])
    await buyer.checkout(buyer.complete(checkout.id))
  }

  const open = () => admin.page("/agentic-commerce/approvals")

  it("approves a payment after a confirmation with agent and amount, and shows it in the history [ADM-15]", async () => {
    const { task_id } = await agent.createPayment({ amount: 123_456, order_reference: "Approve-me" })
    const page = await open()
    const row = page.getByRole("row", { name: /Approve-me/ })
    await row.getByRole("button", { name: "Approve" }).click()
    const prompt = page.getByRole("alertdialog")
    await prompt.getByText(/EUR\s1,234\.56/).waitFor()
    await prompt.getByLabel("Note").fill("seen in the browser")
    await prompt.getByRole("button", { name: "Approve" }).click()
    const decided = page.getByRole("table", { name: "History" }).getByRole("row", { name: /Approve-me/ })
    await decided.getByText("seen in the browser").waitFor()
    await eventually(async () => (await agent.getTask(task_id)).artifacts.sca_redirect_url)
    await page.close()
  })

  it("rejects a payment, and does nothing when the confirmation is canceled", async () => {
    const { task_id } = await agent.createPayment({ amount: 2000, order_reference: "Refuse-me" })
    const page = await open()
    const refuse = page.getByRole("row", { name: /Refuse-me/ }).getByRole("button", { name: "Reject" })
    await refuse.click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click()
    expect((await approvalsOf(agent.client_id))[0]?.status).toBe("waiting")
    await refuse.click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Reject" }).click()
    await page.getByText("The request is rejected").waitFor()
    expect((await agent.settled(task_id)).artifacts.error?.code).toBe("approval_refused")
    await page.close()
  })

  it("shows what an agent's task requests, with links from the task and back [ADM-37]", async () => {
    const requested = { description: "Tea for the branch", customer: { email: "lead@private.example" } }
    const { task_id } = await agent.createPayment({
      amount: 2000,
      order_reference: "Look-at-me",
      ...requested,
    })
    const page = await admin.page(`/agentic-commerce/tasks/${task_id}`)
    const waits = page.getByRole("status").filter({ hasText: "is waiting for your approval of EUR" })
    await waits.waitFor()
    await page.getByText("It is shown with the decision").waitFor()
    await check(page, "task-waits")
    await waits.getByRole("link", { name: "Open approvals" }).click()
    const row = page.getByRole("row", { name: /Look-at-me/ })
    await row.getByRole("button", { name: "Reject" }).click()
    const prompt = page.getByRole("alertdialog")
    for (const text of ["Tea for the branch", "Look-at-me", "lead@private.example"])
      await prompt.getByText(text).waitFor()
    await check(page, "approval-task")
    await prompt.getByRole("button", { name: "Reject" }).click()
    const decided = page.getByRole("table", { name: "History" }).getByRole("row", { name: /Look-at-me/ })
    await decided.getByRole("link", { name: "Look-at-me" }).click()
    await page.getByRole("heading", { level: 1, name: task_id }).waitFor()
    await page.getByText("The merchant rejected the request").first().waitFor()
    expect(await waits.count()).toBe(0)
    await page.close()
  })

  it("shows the items, the recipient and the amounts of a checkout, and no items once the agent has changed it [ADM-15]", async () => {
    await createWaitingCheckout()
    const page = await open()
    const row = page.getByRole("row", { name: new RegExp(`2 × ${TITLE}`) })
    await row.getByRole("button", { name: "Approve" }).click()
    const prompt = page.getByRole("alertdialog")
    const basket = prompt.getByRole("region", { name: "Items" })
    const euros = (amount: number) => (amount / 100).toFixed(2)
    await basket.getByText(`2 × ${TITLE}`).waitFor()
    await basket.getByText(new RegExp(`EUR\\s${euros(amountOf(checkout, "total"))}`)).waitFor()
    await basket.getByText(new RegExp(`EUR\\s${euros(amountOf(checkout, "fulfillment"))}`)).waitFor()
    await basket.getByText("Ana Pop, Lindenstr. 1, 10969 Berlin, Germany").waitFor()
    await basket.getByText(ANA.email).waitFor()
    await check(page, "approval-basket")
    await escapePrompt(page)
    const lines = checkout.line_items.map((line) => ({
      id: line.id,
      item: { id: line.item.id },
      quantity: 1,
    }))
    await buyer.checkout(buyer.update(checkout.id, { line_items: lines }))
    await page
      .getByRole("row", { name: /A checkout/ })
      .getByRole("button", { name: "Reject" })
      .click()
    await prompt.getByText("The items cannot be shown").waitFor()
    await prompt.getByRole("button", { name: "Reject" }).click()
    await page.getByText("The request is rejected").waitFor()
    await page.close()
  })

  it("links a refund to its order, and shows that and why it failed at the bank after the approval [ADM-39]", async () => {
    await stockUp()
    const shopper = await Buyer.forCustomer()
    const bought = await orderThroughUcp(shopper, { card: CARDS.refund_fails })
    await refundIn(shopper, shopper.send(`/orders/${bought.id}/refund`, { body: { amount: 250 } }))
    const page = await open()
    const name = new RegExp(`Refund of order #${bought.id}`)
    const row = page.getByRole("row", { name })
    const linkIn = (place: Locator) => place.getByRole("link", { name }).getAttribute("href")
    expect(await linkIn(row)).toContain(`/orders/${bought.order_id}`)
    await row.getByRole("button", { name: "Approve" }).click()
    const prompt = page.getByRole("alertdialog")
    expect(await linkIn(prompt)).toContain(`/orders/${bought.order_id}`)
    await check(page, "approval-refund")
    await prompt.getByRole("button", { name: "Approve" }).click()
    const decided = page.getByRole("table", { name: "History" }).getByRole("row", { name })
    await decided.getByText("Nothing was refunded: The bank could not execute the refund").waitFor()
    await decided.getByText("Failed", { exact: true }).waitFor()
    expect(await linkIn(decided)).toContain(`/orders/${bought.order_id}`)
    await check(page, "approval-refund-failed")
    await page.close()
  })

  it("looks right at both widths, in both themes and both languages [ADM-21]", async () => {
    await agent.createPayment({ amount: 2000, order_reference: LONG })
    const note = "A note that is longer than the place there is for it in a table with so many columns"
    await decided((await waitingOf(agent.client_id)).id, "refuse", { note })
    await agent.createPayment({ amount: 2000, order_reference: LONG })
    await createWaitingCheckout()
    await admin.checkEverywhere("approvals", "/agentic-commerce/approvals", (page) =>
      Promise.all([page.getByText(LONG).nth(1).waitFor(), page.getByText(TITLE).first().waitFor()])
    )
    const { task_id } = await agent.createPayment({ amount: 2000 })
    await admin.checkEverywhere("task-waiting", `/agentic-commerce/tasks/${task_id}`, (page) =>
      page.getByRole("status").first().waitFor()
    )
    await admin.checkEverywhere(
      "approval",
      "/agentic-commerce/approvals",
      (page) => page.getByRole("alertdialog").getByText(ANA.email).waitFor(),
      { act: (page) => rowsOf(page).filter({ hasText: TITLE }).getByRole("button").first().click() }
    )
  })
})

/** Longer than the space on the page. */
const TITLE = "Brass sextant with a leather case, from the workshop of the brothers Stanley"
const LONG = "Order 4711-2026-11-22 for the branch office, to be delivered before noon"
