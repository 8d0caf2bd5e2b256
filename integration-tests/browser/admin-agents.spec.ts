import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Admin } from "../support/admin"
import { Agent } from "../support/agent"
import { funnelOfClient, staffClient } from "../support/agents-overview"
import { sql } from "../support/database"
import { adminGet } from "../support/merchant"
import { registerClient, switchSurfaces } from "../support/oauth-client"
import { paid } from "../support/payments"
import { CARDS, authenticate } from "../support/shopper"

describe("the pages about agents", () => {
  let admin: Admin
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
    admin = await Admin.open()
  })
  afterAll(() => admin?.close())

  it("approve a pending agent [ADM-05]", async () => {
    const { client_id } = await registerClient({ client_name: `Waiting ${Date.now()}` })
    await sql("update gw_oauth_client set status = 'pending' where id = $1", [client_id])
    const { name } = await staffClient(client_id)
    const page = await admin.page("/agentic-commerce/agents")
    await page.getByLabel("Name or ID").fill(name)
    await page.getByRole("link", { name }).click()
    await page.getByRole("button", { name: "Approve", exact: true }).click()
    const dialog = page.getByRole("alertdialog")
    await dialog.getByText("The agent gets access").waitFor()
    await dialog.getByText("unpaid orders also hold their stock longer").waitFor()
    await dialog.getByRole("button", { name: "Approve" }).click()
    await page.getByText("The agent is approved").first().waitFor()
    expect((await staffClient(client_id)).status).toBe("approved")
    await page.close()
  })

  it.each([
    ["en", "Approve for longer holds", "Cancel", "unpaid orders hold their stock longer", "Approve"],
    ["ro", "Aprobă pentru rezervări mai lungi", "Renunță", "își rezervă stocul mai mult timp", "Aprobă"],
  ] as const)(
    "say in %s that approving an agent that has access lets its unpaid orders hold stock longer [ADM-39]",
    async (language, approve, cancel, about, confirm) => {
      const { client_id } = await registerClient({ client_type: "ucp_agent" })
      const look = { width: 1280, theme: "light", language } as const
      const page = await admin.page(`/agentic-commerce/agents/${client_id}`, look)
      const dialog = page.getByRole("alertdialog")
      await page.getByRole("button", { name: approve }).click()
      await dialog.getByText(about).waitFor()
      await dialog.getByRole("button", { name: cancel }).click()
      expect((await staffClient(client_id)).approved_at).toBeNull()
      await page.getByRole("button", { name: approve }).click()
      await dialog.getByRole("button", { name: confirm }).click()
      await expect.poll(async () => (await staffClient(client_id)).approved_at).not.toBeNull()
      await page.getByRole("button", { name: approve }).waitFor({ state: "detached" })
      await page.close()
    }
  )

  it("change an agent's limits, explain invalid networks, and revoke the agent, whose next call is rejected [ADM-05]", async () => {
    const agent = await Agent.withLimits("a2a:payments:read")
    expect((await agent.call("agent/listSkills")).status).toBe(200)
    const page = await admin.page(`/agentic-commerce/agents/${agent.client_id}`)
    await page.getByLabel("Per day", { exact: true }).fill("7")
    await page.getByRole("switch", { name: "Own allowed IP addresses" }).click()
    await page.getByLabel("Addresses and networks").fill("nonsense")
    const save = page.getByRole("region", { name: "Access rules" }).getByRole("button", { name: "Save" })
    await save.click()
    await page.getByText("Not an IP address or network such as 203.0.113.0/24: nonsense").waitFor()
    await page.getByRole("switch", { name: "Own allowed IP addresses" }).click()
    await save.click()
    await expect.poll(async () => (await staffClient(agent.client_id)).usage.day.limit).toBe(7)
    await page.getByText("1 / 7").waitFor()
    await page.getByRole("button", { name: "Revoke now" }).click()
    const dialog = page.getByRole("alertdialog")
    expect(await dialog.getByRole("button", { name: "Revoke now" }).isDisabled()).toBe(true)
    await dialog.getByLabel("Reason").fill("bought too much")
    await dialog.getByRole("button", { name: "Revoke now" }).click()
    await dialog.waitFor({ state: "detached" })
    await page.getByText("bought too much").first().waitFor()
    const { status, body } = await agent.call("agent/listSkills")
    expect([status, body.error.data.code]).toEqual([401, "a2a_client_revoked"])
    await page.close()
  })

  it("give an agent its own spending rules, and return it to those of the settings [ADM-60]", async () => {
    const { client_id } = await registerClient()
    const spending = async () =>
      (
        await adminGet<{ client: { spending: object | null } }>(
          `/admin/agentic-commerce/clients/${client_id}`
        )
      ).client.spending
    const page = await admin.page(`/agentic-commerce/agents/${client_id}`)
    const form = page.getByRole("form", { name: "Spending rules" })
    const save = () => form.getByRole("button", { name: "Save" }).click()
    const own = form.getByRole("switch", { name: "Own spending rules" })
    expect(await own.isChecked()).toBe(false)
    expect(await form.getByRole("button", { name: "Add a currency" }).count()).toBe(0)
    await own.click()
    await save()
    await expect.poll(spending).toEqual({ only_these_currencies: false, rules: [] })
    await form.getByRole("button", { name: "Add a currency" }).click()
    await form.getByLabel("Currency", { exact: true }).fill("RON")
    await form.getByLabel("Approval above").fill("100")
    await save()
    const rules = [{ currency: "RON", approval_above: 10_000 }]
    await expect.poll(spending).toEqual({ only_these_currencies: false, rules })
    await own.click()
    await save()
    await expect.poll(spending).toBe(null)
    await page.close()
  })

  it("show a new secret once", async () => {
    const { client_id } = await registerClient()
    const page = await admin.page(`/agentic-commerce/agents/${client_id}`)
    await page.getByRole("button", { name: "New secret" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "New secret" }).click()
    const shown = page.getByText(/^gws_/)
    await shown.waitFor()
    await page.getByRole("button", { name: "Close" }).click()
    await shown.waitFor({ state: "detached" })
    await page.close()
  })

  it("show a purchase and a decline in the funnel, and above the order list [ADM-06]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await paid(agent)
    const refused = await agent.createPayment()
    await authenticate(refused.artifacts.sca_redirect_url, "approve", CARDS.insufficient_funds)
    await agent.settled(refused.task_id)
    const own = (await funnelOfClient(agent.client_id))?.by_currency[0]
    expect(own).toMatchObject({ payments: 2, sca_started: 2, paid: 1 })
    const page = await admin.page("/agentic-commerce")
    await page.getByText("Declined by the bank: Insufficient funds").waitFor()
    await page.getByRole("table", { name: "By agent and currency" }).waitFor()
    await page.close()
    const orders = await admin.page("/orders")
    const toggle = orders.getByRole("button", { name: "Agents, last 30 days" })
    await toggle.click()
    await orders.getByRole("table", { name: "By agent and currency" }).waitFor()
    expect(await toggle.getAttribute("aria-expanded")).toBe("true")
    await orders.close()
  })

  it("look right at both widths, in both themes and both languages [ADM-21]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await paid(agent)
    const isThere = (name: string, path: string, selector: string) =>
      admin.checkEverywhere(name, path, (page) => page.locator(selector).first().waitFor())
    await isThere("agents", "/agentic-commerce/agents", "main :is(table tbody tr, li:has(dl))")
    await admin.checkEverywhere("agent", `/agentic-commerce/agents/${agent.client_id}`, (page) =>
      // The person who gave the consent appears among the consents and in the audit log.
      page.locator("main :is(table, li) a[href*='/settings/users/']").nth(1).waitFor()
    )
    await isThere("audit", "/agentic-commerce/audit", "main :is(table, li) a[href*='/settings/users/']")
    await isThere("overview", "/agentic-commerce", "main :is(table tbody tr, li:has(dl))")
    await admin.checkEverywhere("order-list-funnel", "/orders", untilFunnelIsOpen, {
      act: openFunnel,
      ours: FUNNEL,
    })
  })
})

/** The funnel above the order list. */
const FUNNEL = "[role=region]:has(a[href$='/app/agentic-commerce'])"

async function openFunnel(page: Page): Promise<void> {
  const toggle = page.locator(`${FUNNEL} button`)
  await toggle.waitFor({ timeout: 120_000 })
  if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click()
}

async function untilFunnelIsOpen(page: Page): Promise<void> {
  await page.locator(`${FUNNEL} :is(tbody tr, li:has(dl))`).first().waitFor()
}
