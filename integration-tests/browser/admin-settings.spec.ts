import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Admin } from "../support/admin"
import { eventually } from "../support/agent"
import { sql } from "../support/database"
import { adminGet, adminPost } from "../support/merchant"
import { changeSettings } from "../support/policy"
import {
  bar,
  form,
  NEW_SETTINGS,
  RATE_LIMITS,
  save,
  SETTINGS_PAGE,
  settings,
  show,
  tabAt,
} from "../support/settings-page"
import { world } from "../support/world"

/** The status of a UCP call without a token: 401 when the surface is on, 503 when it is off. */
const ucpAnswers = async () => (await fetch(`${world().base_url}/gw-ucp/v1/catalog/search?q=a`)).status

/** Starts a test run of the store, and waits for its end. */
async function testStore(): Promise<void> {
  const path = "/admin/agentic-commerce/test-run"
  await adminPost(path)
  await eventually(async () => {
    const { test_run } = await adminGet<{ test_run: { state: string } }>(path)
    return test_run.state !== "running" || undefined
  })
}

describe("the merchant's settings", () => {
  let admin: Admin
  beforeAll(async () => {
    admin = await Admin.open()
  })
  afterAll(async () => {
    await changeSettings({ ...NEW_SETTINGS, ucp_enabled: true })
    await admin?.close()
  })
  beforeEach(() => changeSettings(NEW_SETTINGS))

  it("switch UCP on, and the next UCP call is accepted [SRV-12]", async () => {
    const page = await admin.page(tabAt("channels"))
    expect(await ucpAnswers()).toBe(503)
    await page.getByLabel("Shopping by agents (UCP)").click()
    await page.getByText("Saved", { exact: true }).first().waitFor()
    expect(await ucpAnswers()).toBe(401)
    await page.getByText(`${world().base_url}/gw-ucp/v1`).first().waitFor()
    await page.close()
  })

  it.each([
    ["Checkout by AI assistants (ACP)", "acp"],
    ["The customer app", "app"],
  ])(
    "have a switch of its own for %s, with a description and the address [ADM-22]",
    async (label, surface) => {
      const page = await admin.page(tabAt("channels"))
      const toggle = page.getByRole("switch", { name: label })
      await toggle.click()
      await page.getByText("Saved", { exact: true }).first().waitFor()
      expect(await settings()).toMatchObject({ ucp_enabled: false, [`${surface}_enabled`]: true })
      const about = (await toggle.getAttribute("aria-describedby")) ?? ""
      const text = await page.locator(`[id="${about}"]`).textContent()
      expect(text).toContain(`${world().base_url}/gw-${surface}/v1`)
      await page.close()
    }
  )

  it("switch the product feed of ACP on and off [ACP-47]", async () => {
    const page = await admin.page(tabAt("channels"))
    const toggle = page.getByRole("switch", { name: "Product feed for AI assistants (ACP)" })
    for (const acp_feed_enabled of [true, false]) {
      await toggle.click()
      await eventually(async () => (await settings()).acp_feed_enabled === acp_feed_enabled || undefined)
    }
    await page.close()
  })

  it("switch anonymous browsing on and off, and set its limits per IP address [BRW-10]", async () => {
    const page = await admin.page(tabAt("channels"))
    const toggle = page.getByRole("switch", { name: "Anonymous browsing (UCP)" })
    for (const ucp_anonymous_enabled of [true, false]) {
      await toggle.click()
      await expect.poll(settings).toMatchObject({ ucp_anonymous_enabled })
    }
    await show(page, "Limits")
    const limits = page.getByRole("group", { name: "Anonymous browsing (UCP)" })
    await limits.getByLabel("per minute").fill("7")
    await limits.getByLabel("per hour").fill("")
    await save(page)
    await expect.poll(settings).toMatchObject({ ucp_anonymous_limits: { minute: 7, hour: null } })
    await page.close()
  })

  it("link to the discovery document of each surface that has one [ADM-22]", async () => {
    const page = await admin.page(tabAt("channels"))
    const surfaces = page.getByRole("region", { name: "Channels" })
    const links = surfaces.getByRole("link", { name: "Discovery document" })
    await links.first().waitFor()
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))
    expect(addresses).toEqual(
      ["agent-card.json", "ucp", "acp.json"].map((name) => `${world().base_url}/.well-known/${name}`)
    )
    await page.close()
  })

  it("explain an invalid network next to its field, keep the input, and save it once it is corrected [ADM-01]", async () => {
    const page = await admin.page(tabAt("access"))
    const field = page.getByLabel("IP addresses and networks")
    await field.fill("10.0.0.0/8\n10.0.0.0/40")
    await bar(page).getByText("1 unsaved change", { exact: true }).waitFor()
    await save(page)
    await page.getByText("Not an IP address or network such as 203.0.113.0/24: 10.0.0.0/40").waitFor()
    expect(await field.getAttribute("aria-invalid")).toBe("true")
    expect((await settings()).a2a_ip_allow).toEqual([])
    await field.fill("10.0.0.0/8\n::1")
    await save(page)
    await expect.poll(async () => (await settings()).a2a_ip_allow).toEqual(["10.0.0.0/8", "::1"])
    await bar(page).waitFor({ state: "detached" })
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe("10.0.0.0/8\n::1")
    await page.close()
  })

  it("save access schedule, limits and lifetimes in readable units, and explain each invalid value next to its field [ADM-01]", async () => {
    const page = await admin.page(tabAt("access"))
    await page.getByLabel("Only at certain times").click()
    await page.getByLabel("Time zone").fill("Bucharest")
    await page.getByLabel("Monday").fill("09:00-12:00, 9-5")
    await save(page)
    await page.getByText("Not a time zone such as Europe/Bucharest: Bucharest").waitFor()
    await page.getByText("Not a range such as 09:00-17:30: 9-5").waitFor()
    await page.getByLabel("Time zone").fill("Europe/Bucharest")
    await page.getByLabel("Monday").fill("09:00-12:00, 13:00-17:00")
    await save(page)
    await expect
      .poll(async () => (await settings()).a2a_hours)
      .toEqual({
        time_zone: "Europe/Bucharest",
        days: { mon: ["09:00-12:00", "13:00-17:00"] },
      })

    await show(page, "Limits")
    const minute = form(page, RATE_LIMITS).getByLabel("Per minute").first()
    await minute.fill("many")
    await save(page)
    await page.getByText("Enter a whole number from 1 to 1000000, or leave it empty").waitFor()
    await minute.fill("")
    await save(page)
    await expect.poll(async () => (await settings()).a2a_limits).toMatchObject({ minute: null, hour: 600 })

    await show(page, "Access")
    const access = page.getByLabel("Access token", { exact: true })
    await access.fill("48")
    await save(page)
    await page.getByText("Enter a number from 5 minutes to 1 day").waitFor()
    await access.fill("2")
    await save(page)
    await expect.poll(async () => (await settings()).token_lifetimes).toMatchObject({ access: 7200 })
    await page.close()
  })

  it.each([
    ["Saved cards", "card_mandate", { currency: "SEK", max_per_charge: 150_50, max_per_month: 300_00 }],
    [
      "Refunds by agents",
      "refunds",
      { currency: "SEK", max_per_refund: 150_50, max_per_client: 300_00, max_per_day: 300_00 },
    ],
  ])(
    "explain a currency that is listed twice next to its field, before the limits are sent: %s [ADM-01]",
    async (name, setting, saved) => {
      const limits = async () => ((await settings())[setting] as { limits: object[] }).limits
      const before = await limits()
      const page = await admin.page(tabAt("limits"))
      const section = form(page, name)
      const add = () => section.getByRole("button", { name: "Add a currency" }).click()
      const codes = section.getByLabel("Currency", { exact: true })
      await add()
      await codes.last().fill("sek")
      const [, ...amounts] = await section.getByRole("group").last().getByRole("textbox").all()
      for (const [index, amount] of amounts.entries()) await amount.fill(index ? "300" : "150,50")
      await add()
      await codes.last().fill("SEK")
      const sent: string[] = []
      page.on("request", (request) => {
        if (request.method() === "POST") sent.push(request.url())
      })
      await section.getByText("This currency is already in the list.").waitFor()
      await save(page)
      expect(await codes.last().getAttribute("aria-invalid")).toBe("true")
      expect(await codes.nth(-2).getAttribute("aria-invalid")).toBe("false")
      await section.getByRole("button", { name: "Remove SEK" }).last().click()
      await section.getByText("This currency is already in the list.").waitFor({ state: "detached" })
      expect(sent.filter((url) => url.includes("/settings"))).toEqual([])
      expect(await limits()).toEqual(before)
      await save(page)
      await expect.poll(limits).toEqual([...before, saved])
      await page.close()
    }
  )

  it("explain refund limits that are no amounts, or fall, next to their fields [ADM-01]", async () => {
    const page = await admin.page(tabAt("limits"))
    const section = form(page, "Refunds by agents")
    await section.getByRole("button", { name: "Add a currency" }).click()
    await section.getByLabel("Currency", { exact: true }).fill("EUR")
    await section.getByLabel("Maximum per refund").fill("20")
    await section.getByLabel("Maximum per agent in 24 hours").fill("10")
    await section.getByLabel("Maximum of all agents in 24 hours").fill("many")
    await save(page)
    await section.getByText("Enter an amount such as 150").first().waitFor()
    const invalid = () => section.locator("[aria-invalid=true]").count()
    await expect.poll(invalid).toBe(3)
    await section.getByLabel("Maximum of all agents in 24 hours").fill("30")
    await save(page)
    const lower = section.getByLabel("Maximum per refund")
    await expect.poll(invalid).toBe(1)
    expect(await lower.getAttribute("aria-invalid")).toBe("true")
    await lower.fill("5")
    await save(page)
    await expect
      .poll(async () => ((await settings()).refunds as { limits: object[] }).limits)
      .toEqual([{ currency: "EUR", max_per_refund: 500, max_per_client: 1000, max_per_day: 3000 }])
    await page.close()
  })

  it("explain a return window outside of its bounds next to its field [ADM-01]", async () => {
    const page = await admin.page(tabAt("limits"))
    const field = form(page, "Refunds by agents").getByLabel("Return window in days")
    await field.fill("0")
    await save(page)
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true")
    expect(await bar(page).getByRole("alert").textContent()).not.toContain("return_window_days")
    await field.fill("30")
    await save(page)
    await expect.poll(settings).toMatchObject({ refunds: { return_window_days: 30 } })
    await page.close()
  })

  it("limit what agents without own spending rules can spend, after an explained mistake is corrected [ADM-60]", async () => {
    const name = "Default spending rules"
    const page = await admin.page(tabAt("limits"))
    const section = form(page, name)
    await section.getByText("There are no rules").waitFor()
    await section.getByRole("button", { name: "Add a currency" }).click()
    await section.getByLabel("Maximum per payment").fill("150.50")
    await save(page)
    await section.getByText("This is not a currency.").waitFor()
    expect(await settings()).toMatchObject({ default_spending: null })
    await section.getByLabel("Currency", { exact: true }).fill("EUR")
    await save(page)
    await expect
      .poll(async () => (await settings()).default_spending)
      .toEqual({ only_these_currencies: false, rules: [{ currency: "EUR", max_per_payment: 15_050 }] })
    await bar(page).waitFor({ state: "detached" })
    await page.reload()
    await expect.poll(() => section.getByLabel("Maximum per payment").inputValue()).toBe("150.50")
    await page.close()
  })

  it("save the registration policy, origins and sales channels, and show a registration token once", async () => {
    const page = await admin.page(tabAt("access"))
    await page.getByRole("radio", { name: /With the registration token/ }).click()
    await save(page)
    await expect.poll(async () => (await settings()).registration).toBe("initial_access_token")
    await page.getByLabel("Origins").fill("https://agent.example/")
    await save(page)
    await page.getByText("Not an origin such as https://agent.example: https://agent.example/").waitFor()
    await page.getByLabel("Origins").fill("")
    await show(page, "Channels")
    await page.getByRole("checkbox").first().click()
    await save(page)
    await expect.poll(async () => ((await settings()).ucp_sales_channels as string[]).length).toBe(1)

    await show(page, "Access")
    const section = page.getByRole("region", { name: "Registration token", exact: true })
    await section.getByRole("button", { name: "Create" }).click()
    const token = (await page.getByRole("alertdialog").locator("code").textContent()) ?? ""
    expect(token).toMatch(/^gwt_/)
    await page.getByRole("alertdialog").getByRole("button", { name: "Close" }).click()
    await section.getByRole("button", { name: "Replace" }).waitFor()
    await expect.poll(async () => (await page.content()).includes(token)).toBe(false)
    await page.close()
  })

  it("run a test of the store step by step until all steps have passed [ADM-03]", async () => {
    await changeSettings({ ucp_enabled: true })
    const page = await admin.page(SETTINGS_PAGE)
    const section = page.getByRole("region", { name: "Test my store" })
    await section.getByText("The store has not been tested yet.").waitFor()
    await section.getByRole("button", { name: "Test my store" }).click()
    await section.getByText("A webhook arrived at the store's own address").waitFor({ timeout: 90_000 })
    await expect.poll(() => section.getByText("Passed", { exact: true }).count()).toBe(8)
    expect(
      await sql("select 1 from gw_oauth_client where id like '%test_run' and status <> 'revoked'")
    ).toEqual([])
    await page.close()
  })

  it("show on the checklist what is missing, and the discovery documents with their status [ADM-02]", async () => {
    const page = await admin.page(SETTINGS_PAGE)
    const list = page.getByRole("region", { name: "Setup checklist" })
    await list.getByText("On: A2A.").waitFor()
    await list.getByText("The bank's keys").waitFor()
    await show(page, "Developer")
    await page
      .getByRole("region", { name: "Discovery documents" })
      .getByText("its channel is off")
      .first()
      .waitFor()
    await page.close()
  })

  it("are also on the store's settings page, with the button that stops all agents", async () => {
    const page = await admin.page("/settings/store")
    await page.getByRole("button", { name: "Stop all agents" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Stop all agents" }).click()
    await expect.poll(async () => (await settings()).agents_stopped).toBe(true)
    await page.getByRole("link", { name: "All settings" }).click()
    await page.getByRole("heading", { level: 1, name: "Agentic Commerce" }).waitFor()
    await changeSettings({ agents_stopped: false })
    await page.close()
  })

  it.each(["setup", "channels", "access", "limits", "data", "developer"])(
    "look right at both widths, in both themes and both languages: %s [ADM-21]",
    async (tab) => {
      if (tab === "setup") await testStore()
      await changeSettings({ a2a_hours: { time_zone: "UTC", days: { mon: ["09:00-17:00"] } } })
      await admin.checkEverywhere(`settings-${tab}`, tabAt(tab), async (page) => {
        await page.getByRole("tabpanel").getByRole("region").first().waitFor()
        await page.getByText("/.well-known/ucp").last().waitFor({ state: "attached" })
        await page.waitForLoadState("networkidle")
      })
    }
  )

  it("look right on the store's settings page at both widths, in both themes and both languages [ADM-21]", async () => {
    await admin.checkEverywhere(
      "store-widget",
      "/settings/store",
      (page) => page.getByRole("switch").first().waitFor(),
      { ours: "[role=region]:has([role=switch])" }
    )
  })
})
