import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Admin } from "../support/admin"
import { Agent } from "../support/agent"
import { switchSurfaces } from "../support/oauth-client"
import { exported, newCustomer, type NewCustomer, paidByAgent, rowsNaming } from "../support/privacy"

describe("the data stored about a customer", () => {
  let admin: Admin
  let agent: Agent
  let customer: NewCustomer
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
    admin = await Admin.open()
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    customer = await newCustomer()
    await paidByAgent(agent, customer.name)
  })
  afterAll(async () => admin?.close())

  const open = () => admin.page(`/customers/${customer.id}`)

  it("can be saved as a file [ADM-19]", async () => {
    const page = await open()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export", exact: true }).click(),
    ])
    const data = JSON.parse(readFileSync(await download.path(), "utf8")) as { payments: object[] }
    expect(data.payments).toMatchObject([{ customer_email: customer.email }])
  })

  it("look right at both widths, in both themes and both languages [ADM-21]", async () => {
    await admin.checkEverywhere(
      "customer-privacy",
      `/customers/${customer.id}`,
      (page, { language }) =>
        page.getByRole("button", { name: language === "en" ? "Erase" : "Șterge", exact: true }).waitFor(),
      { ours: "[role=region]:has(> form)" }
    )
  })

  it("are not erased while a payment is open, and the page links to the payment [ADM-33]", async () => {
    const { artifacts } = await agent.createPayment({ customer: { email: customer.email } })
    const page = await open()
    await page.getByLabel("Reason for erasing").fill("requested by the customer")
    await page.getByRole("button", { name: "Erase", exact: true }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Erase" }).click()
    const obstacle = page.getByRole("alert").filter({ hasText: "A payment is still open" })
    const to = (name: string) => obstacle.getByRole("link", { name }).getAttribute("href")
    expect(await to("Open the payment")).toContain(`/agentic-commerce/payments/${artifacts.payment_id}`)
    expect(await to("Open its order")).toMatch(/\/orders\/order_/)
    expect((await exported(customer)).erasures).toEqual([])
    await agent.call("tasks/cancel", { task_id: (await exported(customer)).tasks[0]?.id })
  })

  it("are erased after a confirmation that lists what stays, and not when it is canceled [ADM-20]", async () => {
    const page = await open()
    await page.getByLabel("Reason for erasing").fill("requested by the customer")
    await page.getByRole("button", { name: "Erase", exact: true }).click()
    const prompt = page.getByRole("alertdialog")
    await prompt.getByText("Amounts, dates and payment numbers stay for bookkeeping").waitFor()
    await prompt.getByRole("button", { name: "Cancel" }).click()
    expect(await rowsNaming(customer.name)).not.toEqual([])
    await page.getByRole("button", { name: "Erase", exact: true }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Erase" }).click()
    await page.getByRole("status").getByText("Payments: 2").waitFor()
    expect(await rowsNaming(customer.name)).toEqual([])
  })
})
