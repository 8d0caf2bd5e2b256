import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Admin } from "../support/admin"
import { Agent, eventually } from "../support/agent"
import { allow, approvalsOf } from "../support/approvals"
import { switchSurfaces } from "../support/oauth-client"

describe("the page of approvals", () => {
  let admin: Admin
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    admin = await Admin.open()
  })
  beforeEach(async () => {
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await allow(agent.client_id, { approval_above: 1000 })
  })
  afterAll(() => admin?.close())

  const open = () => admin.page("/agentic-commerce/approvals")

  it("approves a payment after asking, with the agent and the amount, and tells of it in the history [ADM-15]", async () => {
    const { task_id } = await agent.createPayment({ amount: 123_456, order_reference: "Approve-me" })
    const page = await open()
    const row = page.getByRole("row", { name: /Approve-me/ })
    await row.getByRole("button", { name: "Approve" }).click()
    const question = page.getByRole("alertdialog")
    await question.getByText(/EUR\s1,234\.56/).waitFor()
    await question.getByLabel("Note").fill("seen in the browser")
    await question.getByRole("button", { name: "Approve" }).click()
    const told = page.getByRole("table", { name: "History" }).getByRole("row", { name: /Approve-me/ })
    await told.getByText("seen in the browser").waitFor()
    await eventually(async () => (await agent.getTask(task_id)).artifacts.sca_redirect_url)
    await page.close()
  })

  it("refuses a payment, and does nothing when the person thinks better of it", async () => {
    const { task_id } = await agent.createPayment({ amount: 2000, order_reference: "Refuse-me" })
    const page = await open()
    const refuse = page.getByRole("row", { name: /Refuse-me/ }).getByRole("button", { name: "Refuse" })
    await refuse.click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click()
    expect((await approvalsOf(agent.client_id))[0]?.status).toBe("waiting")
    await refuse.click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Refuse" }).click()
    await page.getByText("The payment is refused").waitFor()
    expect((await agent.settled(task_id)).artifacts.error?.code).toBe("approval_refused")
    await page.close()
  })

  it("looks right at any width, in both themes and both languages [ADM-21]", async () => {
    await agent.createPayment({ amount: 2000, order_reference: "Look-at-me" })
    await admin.checkEverywhere("approvals", "/agentic-commerce/approvals", (page) =>
      page.getByText("Look-at-me").waitFor()
    )
  })
})
