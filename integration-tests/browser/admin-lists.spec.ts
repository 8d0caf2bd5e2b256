import { readFileSync } from "node:fs"
import { parse } from "csv-parse/sync"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Admin, rowsOf } from "../support/admin"
import type { Agent } from "../support/agent"
import { allow, approvalsOf, decided } from "../support/approvals"
import { sql } from "../support/database"
import { registerClient } from "../support/oauth-client"
import { paid, payingAgent } from "../support/payments"

describe("the merchant's lists", () => {
  let admin: Admin
  let agent: Agent
  beforeAll(async () => {
    agent = await payingAgent()
    admin = await Admin.open()
  })
  afterAll(() => admin?.close())

  async function saved(page: Page): Promise<{ name: string; lines: Record<string, string>[] }> {
    const button = page.getByRole("button", { name: "Export CSV" })
    const [file] = await Promise.all([page.waitForEvent("download"), button.click()])
    const text = readFileSync(await file.path(), "utf8")
    const lines = parse<Record<string, string>>(text, { columns: true, record_delimiter: "\r\n" })
    return { name: file.suggestedFilename(), lines }
  }

  it("export the payments of March: open the list, set the days, export [ADM-51]", async () => {
    const [march, april] = [(await paid(agent)).artifacts, (await paid(agent)).artifacts]
    const move = "update gw_payment set created_at = $2 where id = $1"
    await sql(move, [march.payment_id, new Date("2026-03-31T23:30:00")])
    await sql(move, [april.payment_id, new Date("2026-04-01T00:30:00")])
    const page = await admin.page("/agentic-commerce")
    await page.getByRole("link", { name: "Payments", exact: true }).first().click()
    await page.getByLabel("From", { exact: true }).fill("2026-03-01")
    // The page shows the newest payments first, and those of today may fill it.
    await page.getByLabel("Until", { exact: true }).fill("2026-04-01")
    const inApril = page.getByText("Apr 1, 2026").first()
    await inApril.waitFor()
    await page.getByLabel("Until", { exact: true }).fill("2026-03-31")
    // The page's address changes before the page does.
    await inApril.waitFor({ state: "detached" })
    const { name, lines } = await saved(page)
    expect(name).toBe("payments_2026-03-01_2026-03-31.csv")
    const ids = lines.map(({ payment_id }) => payment_id)
    expect(ids).toContain(march.payment_id)
    expect(ids).not.toContain(april.payment_id)
    await page.getByText(`${name} was saved`).first().waitFor()
    await page.close()
  })

  it("export the audit log of one agent [ADM-51]", async () => {
    const page = await admin.page(`/agentic-commerce/audit?client_id=${agent.client_id}`)
    const { name, lines } = await saved(page)
    expect(name).toMatch(/^audit_until_\d{4}-\d\d-\d\d\.csv$/)
    expect(new Set(lines.map(({ agent_id }) => agent_id))).toEqual(new Set([agent.client_id]))
    await page.close()
  })

  it("export the decided approvals that their filters select [ADM-57]", async () => {
    const { client_id } = agent
    await allow(client_id, { approval_above: 1000 })
    for (const order_reference of ["kept", "left"])
      await agent.createPayment({ amount: 2000, order_reference })
    const waiting = await approvalsOf(client_id, "&status=waiting")
    for (const { id } of waiting) await decided(id, "refuse")
    await agent.createPayment({ amount: 2000, order_reference: "waits" })
    await allow(client_id, null)
    const page = await admin.page(`/agentic-commerce/approvals?client_id=${client_id}&status=refused`)
    const history = page.getByRole("table", { name: "History" })
    await history.getByText("left").waitFor()
    const whole = await saved(page)
    expect(whole.name).toMatch(/^approvals_until_/)
    expect(whole.lines.map(({ order_reference }) => order_reference)).toEqual(["left", "kept"])
    await page.getByLabel("Search").fill("kept")
    await history.getByText("left").waitFor({ state: "detached" })
    expect((await saved(page)).lines.map(({ order_reference }) => order_reference)).toEqual(["kept"])
    await page.reload()
    await history.getByText("kept").waitFor()
    expect(await history.getByText("left").count()).toBe(0)
    await page.close()
  })

  it("export the tasks that their filters select [ADM-57]", async () => {
    const { task_id } = await agent.createPayment()
    const query = `client_id=${agent.client_id}&state=input-required`
    const page = await admin.page(`/agentic-commerce/tasks?${query}`)
    await rowsOf(page).first().waitFor()
    const { name, lines } = await saved(page)
    expect(name).toMatch(/^tasks_until_/)
    expect(lines.map((line) => line.task_id)).toContain(task_id)
    expect(new Set(lines.map(({ state }) => state))).toEqual(new Set(["input-required"]))
    await page.close()
  })

  describe("that can be sorted", () => {
    let sorted: Agent
    beforeAll(async () => {
      sorted = await payingAgent()
      for (const amount of [3000, 1000, 2000]) await paid(sorted, { amount })
    })
    const amountsIn = async (page: Page) =>
      (await rowsOf(page).allTextContents()).map((text) => /EUR\s([\d.]+)/.exec(text)?.[1])
    const [newest, lowest] = [
      ["20.00", "10.00", "30.00"],
      ["10.00", "20.00", "30.00"],
    ]

    it("are sorted by a click on a header, also after a reload, and in the default order by the third [ADM-55]", async () => {
      const page = await admin.page(`/agentic-commerce/payments?client_id=${sorted.client_id}`)
      const header = page.getByRole("columnheader", { name: "Amount" })
      await expect.poll(() => amountsIn(page)).toEqual(newest)
      expect(await header.getAttribute("aria-sort")).toBe("none")
      await header.getByRole("button").focus()
      await page.keyboard.press("Enter")
      await expect.poll(() => amountsIn(page)).toEqual(lowest)
      expect(page.url()).toContain("order=amount")
      await page.reload()
      await expect.poll(() => amountsIn(page)).toEqual(lowest)
      expect(await header.getAttribute("aria-sort")).toBe("ascending")
      await header.getByRole("button").click()
      await expect.poll(() => amountsIn(page)).toEqual([...lowest].reverse())
      expect(await header.getAttribute("aria-sort")).toBe("descending")
      await header.getByRole("button").click()
      await expect.poll(() => amountsIn(page)).toEqual(newest)
      expect(page.url()).not.toContain("order=")
      await page.close()
    })

    it("are sorted by a select on a phone, and ignore an unknown sorting in the address [ADM-55]", async () => {
      const look = { width: 375, theme: "light", language: "en" } as const
      const page = await admin.page(
        `/agentic-commerce/payments?client_id=${sorted.client_id}&order=status`,
        look
      )
      await expect.poll(() => amountsIn(page)).toEqual(newest)
      await page.getByRole("combobox", { name: "Sort" }).click()
      await page.getByRole("option", { name: "Amount, descending" }).click()
      await expect.poll(() => amountsIn(page)).toEqual([...lowest].reverse())
      await page.close()
    })
  })

  it("of agents hide those without access, say how many, show them on request, and are exported as shown [ADM-53, ADM-57]", async () => {
    const group = `Hidden ${Date.now()}`
    const pending = await registerClient({ client_name: `${group} pending` })
    await sql("update gw_oauth_client set status = 'pending' where id = $1", [pending.client_id])
    for (const name of ["one", "two"]) await registerClient({ client_name: `${group} ${name}` })
    const page = await admin.page(`/agentic-commerce/agents?q=${encodeURIComponent(group)}`)
    await page.getByRole("link", { name: `${group} pending` }).waitFor()
    expect(await rowsOf(page).count()).toBe(1)
    const hidden = await saved(page)
    expect(hidden.name).toMatch(/^agents_until_/)
    expect(hidden.lines.map((line) => line.agent_id)).toEqual([pending.client_id])
    await page.getByRole("button", { name: "Show 2 agents without access" }).click()
    await rowsOf(page).nth(2).waitFor()
    expect(await rowsOf(page).count()).toBe(3)
    expect((await saved(page)).lines).toHaveLength(3)
    await page.reload()
    await rowsOf(page).nth(2).waitFor()
    await page.getByRole("button", { name: "Hide agents without access" }).click()
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await page.close()
  })

  it.each([
    ["en", "See the payments it made and their state"],
    ["ro", "Să vadă plățile pe care le-a făcut și starea lor"],
  ] as const)(
    "show scopes in the sentences of the consent page in %s [ADM-52]",
    async (language, sentence) => {
      const look = { width: 1280, theme: "light", language } as const
      const page = await admin.page(`/agentic-commerce/agents/${agent.client_id}`, look)
      const shown = page.getByText(sentence, { exact: true })
      // Among the agent's properties, and in the consent.
      await shown.nth(1).waitFor()
      expect(await shown.count()).toBe(2)
      for (const one of await shown.all()) expect(await one.getAttribute("title")).toBe("a2a:payments:read")
      await page.getByText(/^a2a:payments:read /).waitFor()
      await page.close()
    }
  )

  it("of audit entries have one line for each, whose button shows all details [ADM-54]", async () => {
    const page = await admin.page("/agentic-commerce/audit?type=token_issued")
    await rowsOf(page).first().waitFor()
    // With its border, which the last row does not have.
    const heights = () =>
      rowsOf(page).evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))
    // The names of clients arrive after the rows.
    await expect.poll(async () => [...new Set(await heights())].length).toBe(1)
    expect((await heights())[0]).toBeLessThanOrEqual(56)
    const first = rowsOf(page).first()
    const details = first.getByRole("button", { name: "Details" })
    expect(await first.locator("dt").count()).toBe(0)
    await details.click()
    expect(await details.getAttribute("aria-expanded")).toBe("true")
    expect(await first.locator("dt").allTextContents()).toContain("scopes:")
    await details.click()
    await expect.poll(() => first.locator("dt").count()).toBe(0)
    await page.close()
  })

  it("say why an export failed, and save nothing", async () => {
    const page = await admin.page("/agentic-commerce/payments?created_from=3000-01-01T00:00:00.000Z")
    let downloads = 0
    page.on("download", () => (downloads += 1))
    await page.getByRole("button", { name: "Export CSV" }).click()
    await page.getByText("The action failed").first().waitFor()
    expect(downloads).toBe(0)
    await page.close()
  })
})
