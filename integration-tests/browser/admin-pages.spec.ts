import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Admin } from "../support/admin"
import { adminGet } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"

describe("the merchant's pages in Medusa's admin", () => {
  let admin: Admin
  beforeAll(async () => {
    admin = await Admin.open()
  })
  afterAll(async () => {
    await switchSurfaces({ agents_stopped: false, a2a_enabled: true, ucp_enabled: true })
    await admin?.close()
  })

  it("are in the menu and link to each other", async () => {
    const page = await admin.page("/agentic-commerce")
    await page.getByRole("heading", { level: 1, name: "Agentic Commerce" }).waitFor()
    await page.goto(`${new URL(page.url()).origin}/app/settings/agentic-commerce`)
    await page.getByRole("link", { name: "Agentic Commerce" }).first().waitFor()
  })

  it("stop all agents after a confirmation", async () => {
    const page = await admin.page("/settings/agentic-commerce")
    await page.getByRole("button", { name: "Stop all agents" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click()
    expect((await settings()).agents_stopped).toBe(false)
    await page.getByRole("button", { name: "Stop all agents" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Stop all agents" }).click()
    await page.getByText("Saved", { exact: true }).waitFor()
    expect((await settings()).agents_stopped).toBe(true)
    await page.getByRole("button", { name: "Allow agents again" }).last().click()
    await expect.poll(async () => (await settings()).agents_stopped).toBe(false)
  })

  it.each([
    "/agentic-commerce",
    "/agentic-commerce/agents",
    "/agentic-commerce/approvals",
    "/agentic-commerce/payments",
    "/agentic-commerce/tasks",
    "/agentic-commerce/webhooks",
    "/agentic-commerce/audit",
    "/agentic-commerce/connect",
    "/settings/agentic-commerce",
  ])("show on %s that all agents are stopped, with a button to allow them again [ADM-26]", async (path) => {
    await switchSurfaces({ agents_stopped: true })
    const page = await admin.page(path)
    const banner = page.getByRole("alert").filter({ hasText: "All agents are stopped" })
    await banner.getByRole("button", { name: "Allow agents again" }).click()
    await banner.waitFor({ state: "detached" })
    expect((await settings()).agents_stopped).toBe(false)
    await page.reload()
    await page.getByRole("heading", { level: 1 }).first().waitFor()
    expect(await banner.count()).toBe(0)
    await page.close()
  })

  it.each([
    ["/agentic-commerce/payments/pay_none", "Payments"],
    ["/agentic-commerce/agents/none", "Agents"],
    ["/agentic-commerce/tasks/task_none", "Tasks"],
    ["/agentic-commerce/webhooks/none", "Webhooks"],
    ["/agentic-commerce/approvals/none", "Approvals"],
    ["/agentic-commerce/audit/none/at/all", "Audit"],
    ["/agentic-commerce/nothing", "Agentic Commerce"],
  ])("show on %s that the page does not exist, with a link to the list [ADM-31]", async (path, list) => {
    const page = await admin.page(path)
    const notice = page.getByRole("alert").filter({ hasText: "This page does not exist" })
    await notice.waitFor()
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0)
    await notice.getByRole("link", { name: `Go to ${list}` }).click()
    await page.getByRole("heading", { level: 1, name: list, exact: true }).waitFor()
    expect(new URL(page.url()).pathname.startsWith("/app/agentic-commerce")).toBe(true)
    await page.close()
  })

  it("look right when the page does not exist [ADM-31]", async () => {
    await admin.checkEverywhere("not-found", "/agentic-commerce/payments/none/at/all", (page) =>
      page.getByRole("alert").first().waitFor()
    )
  })

  it("look right while all agents are stopped [ADM-21, ADM-26]", async () => {
    await switchSurfaces({ agents_stopped: true })
    await admin.checkEverywhere("stopped", "/agentic-commerce/agents", (page) =>
      page.getByRole("alert").first().waitFor()
    )
    await switchSurfaces({ agents_stopped: false })
  })

  it("look right at both widths, in both themes and both languages [ADM-21]", async () => {
    await admin.checkEverywhere("overview", "/agentic-commerce", (page) =>
      page.getByRole("heading", { level: 1, name: "Agentic Commerce" }).waitFor()
    )
    await admin.checkEverywhere("settings", "/settings/agentic-commerce?tab=channels", (page) =>
      page.getByRole("switch").first().waitFor()
    )
  })

  const settings = async () =>
    (await adminGet<{ settings: { agents_stopped: boolean } }>("/admin/agentic-commerce/settings")).settings
})
