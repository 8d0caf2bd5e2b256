import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Admin } from "../support/admin"
import { type Agent, eventually } from "../support/agent"
import { staffClient } from "../support/agents-overview"
import { adminGet, adminPost } from "../support/merchant"
import { registerClient, switchSurfaces } from "../support/oauth-client"
import { paid, payingAgent } from "../support/payments"

describe("the merchant's lists [ADM-25]", () => {
  let admin: Admin
  let agent: Agent
  let other: { readonly client_id: string }
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
    agent = await payingAgent()
    other = await registerClient({ client_name: `Other ${Date.now()}` })
    await paid(agent)
    await adminPost(`/admin/agentic-commerce/clients/${other.client_id}/revoke`, { reason: "for the audit" })
    admin = await Admin.open()
  })
  afterAll(() => admin?.close())

  /** Expects the same filtered page after a reload, and after leaving it and coming back. */
  async function staysNarrowed(page: Page, shown: () => Promise<unknown>, expected: unknown) {
    await expect.poll(shown).toEqual(expected)
    const address = page.url()
    await page.reload()
    await expect.poll(shown).toEqual(expected)
    await page.getByRole("table").getByRole("link").first().click()
    await expect.poll(() => page.url()).not.toBe(address)
    await page.goBack()
    expect(page.url()).toBe(address)
    await expect.poll(shown).toEqual(expected)
  }

  const rowsOf = (page: Page) => page.getByRole("row").count()

  const choose = async (page: Page, filter: string, option: string) => {
    await page.getByRole("combobox", { name: filter }).click()
    await page.getByRole("option", { name: option, exact: true }).click()
  }

  const chooseAgent = async (page: Page, id: string) => {
    const { name } = await staffClient(id)
    const field = page.getByRole("combobox", { name: "Agent" })
    const option = page.locator(`datalist option[value="${id}"]`)
    // A page that is still loading after a step back in the history drops what was typed.
    await eventually(async () => {
      await field.fill("")
      await field.fill(id)
      const offered = option.waitFor({ state: "attached", timeout: 5000 })
      return offered.then(
        () => true,
        () => undefined
      )
    })
    await field.press("Enter")
    await page.getByRole("button", { name: `Show all agents, not only ${name}` }).waitFor()
  }

  it("of agents keep their filters for name and status", async () => {
    const { name } = await staffClient(other.client_id)
    const page = await admin.page("/agentic-commerce/agents")
    await page.getByLabel("Name or ID").fill(name)
    await choose(page, "Status", "Revoked")
    await expect.poll(() => rowsOf(page)).toBe(2)
    const shown = async () => [
      await page.getByLabel("Name or ID").inputValue(),
      await rowsOf(page),
      await page.getByRole("combobox", { name: "Status" }).textContent(),
    ]
    await staysNarrowed(page, shown, [name, 2, "Revoked"])
    await choose(page, "Status", "Approved")
    await page.getByText("No results").waitFor()
    await page.getByRole("button", { name: "Clear filters" }).click()
    await expect.poll(() => page.getByLabel("Name or ID").inputValue()).toBe("")
    await expect.poll(() => rowsOf(page)).toBeGreaterThan(1)
    expect(page.url()).not.toContain("?")
    await page.close()
  })

  it("of payments keep their filters for agent, status, day and currency, and their tab", async () => {
    const page = await admin.page("/agentic-commerce/payments")
    await chooseAgent(page, agent.client_id)
    await choose(page, "Status", "Paid")
    await page.getByLabel("Currency").fill("eur")
    await page.getByLabel("From").fill("2026-01-01")
    await expect.poll(() => page.url()).toContain("created_from=")
    const shown = async () => [
      await rowsOf(page),
      await page.getByLabel("Currency").inputValue(),
      await page.getByLabel("From").inputValue(),
    ]
    await staysNarrowed(page, shown, [2, "EUR", "2026-01-01"])
    await page.getByRole("tab", { name: "Needs review" }).click()
    await expect.poll(() => page.url()).toContain("?tab=review")
    await page.reload()
    await page.getByRole("tab", { name: "Needs review", selected: true }).waitFor()
    await page.close()
  })

  it("of tasks keep their filters for agent and skill", async () => {
    const page = await admin.page("/agentic-commerce/tasks")
    await chooseAgent(page, agent.client_id)
    await choose(page, "Skill", "create_payment")
    const shown = async () => [
      await rowsOf(page),
      await page.getByRole("combobox", { name: "Skill" }).textContent(),
    ]
    await staysNarrowed(page, shown, [2, "create_payment"])
    await page.getByRole("button", { name: /^Show all agents, not/ }).click()
    await expect.poll(() => page.url()).not.toContain("client_id")
    await page.close()
  })

  it("of tasks keep their search text and their sorting [ADM-55, ADM-94]", async () => {
    const { task_id } = await paid(agent, { order_reference: "Search-me" })
    const page = await admin.page("/agentic-commerce/tasks")
    await page.getByLabel("Search").fill("Search-me")
    const created = page.getByRole("columnheader", { name: "Created" })
    await expect.poll(() => rowsOf(page)).toBe(2)
    await created.getByRole("button").click()
    const shown = async () => [
      await rowsOf(page),
      await page.getByLabel("Search").inputValue(),
      await created.getAttribute("aria-sort"),
    ]
    await staysNarrowed(page, shown, [2, "Search-me", "ascending"])
    expect(page.url()).toContain("order=created_at")
    expect(await page.locator(`a[href$="${task_id}"]`).count()).toBe(1)
    await page.getByLabel("Search").fill("Search")
    await page.getByText("No results").waitFor()
    await page.close()
  })

  it("of the audit log keep their filters for agent and kind, and name the agent and the staff member", async () => {
    const { name } = await staffClient(other.client_id)
    const page = await admin.page("/agentic-commerce/audit")
    const entry = page.getByRole("row", { name: /for the audit/ })
    await entry.getByRole("link", { name }).waitFor()
    const staff = entry.getByRole("link", { name: await ownName() })
    expect(await staff.getAttribute("href")).toMatch(/\/settings\/users\/user_/)
    await choose(page, "Action", "Agent revoked")
    await staysNarrowed(
      page,
      () => page.getByRole("combobox", { name: "Action" }).textContent(),
      "Agent revoked"
    )
    await chooseAgent(page, other.client_id)
    await expect.poll(() => rowsOf(page)).toBe(2)
    await page.reload()
    await page.getByRole("button", { name: `Show all agents, not only ${name}` }).waitFor()
    await expect.poll(() => rowsOf(page)).toBe(2)
    await page.close()
  })

  it("of the audit log keep their search text and their sorting [ADM-55, ADM-94]", async () => {
    const page = await admin.page(`/agentic-commerce/audit?q=${other.client_id}`)
    const actions = () => page.getByRole("row").locator("td:nth-child(2)").allTextContents()
    await expect.poll(actions).toEqual(["Agent revoked", "Agent registered"])
    const date = page.getByRole("columnheader", { name: "Date" })
    await date.getByRole("button").click()
    await expect.poll(actions).toEqual(["Agent registered", "Agent revoked"])
    await page.reload()
    await expect.poll(actions).toEqual(["Agent registered", "Agent revoked"])
    expect(await date.getAttribute("aria-sort")).toBe("ascending")
    await page.getByLabel("Search").fill("for the audit")
    await page.getByRole("row", { name: /for the audit/ }).waitFor()
    await page.getByLabel("Search").fill("for%audit")
    await page.getByText("No results").waitFor()
    await page.close()
  })

  it("of the audit log say what a search text needs, in the field and in the address, and show no error [ADM-94]", async () => {
    const needed = /^Enter three letters or digits in a row/
    const page = await admin.page("/agentic-commerce/audit?q=a-b-c")
    await page.getByText(needed).waitFor()
    const field = page.getByLabel("Search")
    expect(await field.inputValue()).toBe("a-b-c")
    expect(await page.getByRole("button", { name: "Export CSV" }).count()).toBe(0)
    for (const text of ["%", "_", "\\", '"', "'", "🙂🙂🙂", "a-b_c%"]) {
      await field.fill(text)
      await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(text)
      await page.getByText(needed).waitFor()
    }
    for (const text of ['"no such" \\ entry', "🙂abc%", "x".repeat(300)]) {
      await field.fill(text)
      await page.getByText("Change or clear the filters.").waitFor()
      await field.fill("")
      await expect.poll(() => rowsOf(page)).toBeGreaterThan(1)
    }
    expect(await page.getByText(needed).count()).toBe(0)
    await page.close()
  })

  it.each(["payments", "agents", "approvals", "tasks", "webhooks", "audit"])(
    "of %s show no error for a text of 300 characters in the address [ADM-94]",
    async (list) => {
      const page = await admin.page(`/agentic-commerce/${list}?q=${"x".repeat(300)}%00`)
      await page.getByText("Change or clear the filters.").waitFor()
      expect(await page.getByRole("alert").count()).toBe(0)
      await page.close()
    }
  )

  it("of webhooks keep their filter for the status", async () => {
    const page = await admin.page("/agentic-commerce/webhooks?status=disabled&q=nowhere")
    await page.getByText("No results").waitFor()
    await page.reload()
    await page.getByText("No results").waitFor()
    expect(await page.getByLabel("Part of the address").inputValue()).toBe("nowhere")
    expect(await page.getByRole("combobox", { name: "Status" }).textContent()).toBe("Disabled")
    await page.close()
  })

  it("can be filtered by a part of the agent's name", async () => {
    const { name } = await staffClient(other.client_id)
    const page = await admin.page("/agentic-commerce/audit")
    const field = page.getByRole("combobox", { name: "Agent" })
    await field.fill(name.slice(3))
    await page.locator("datalist option", { hasText: name }).waitFor({ state: "attached" })
    await field.press("Enter")
    await expect.poll(() => page.url()).toContain(`client_id=${other.client_id}`)
    await page.close()
  })

  async function ownName(): Promise<string> {
    const { user } = await adminGet<{
      user: { first_name: string | null; last_name: string | null; email: string }
    }>("/admin/users/me")
    return [user.first_name, user.last_name].filter(Boolean).join(" ") || user.email
  }
})
