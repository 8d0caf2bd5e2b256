import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Admin, check } from "../support/admin"
import { changeSettings } from "../support/policy"
import { bar, form, save, settings, tabAt } from "../support/settings-page"

describe("the settings of agents' purchases", () => {
  let admin: Admin
  let before: Readonly<Record<string, unknown>>
  beforeAll(async () => {
    const { duplicate_guard, unpaid_limits } = await settings()
    before = { duplicate_guard, unpaid_limits }
    admin = await Admin.open()
  })
  afterAll(async () => {
    await changeSettings(before)
    await admin?.close()
  })

  it("ask for a confirmation of repeated purchases for as long as the merchant enters, and explain a time that is out of bounds next to its field [ADM-01]", async () => {
    const guard = { enabled: false, window_seconds: 120 }
    await changeSettings({ duplicate_guard: guard })
    const page = await admin.page(tabAt("limits"))
    const section = form(page, "Repeated purchases")
    const toggle = section.getByRole("switch", { name: "Ask agents to confirm a repeated purchase" })
    const field = section.getByLabel("Seconds after the first purchase")
    await toggle.click()
    for (const wrong of ["9", "86401", "soon", ""]) {
      await field.fill(wrong)
      await save(page)
      await section.getByRole("alert").getByText("10 to 86400 seconds").waitFor()
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true")
      expect([wrong, await field.inputValue(), (await settings()).duplicate_guard]).toEqual([
        wrong,
        wrong,
        guard,
      ])
    }
    page.complaints.length = 0 // the browser reports the refused requests
    await check(page, "settings-duplicates-error")
    await field.fill("300")
    await save(page)
    await bar(page).waitFor({ state: "detached" })
    expect((await settings()).duplicate_guard).toEqual({ enabled: true, window_seconds: 300 })
    expect(await section.getByRole("alert").count()).toBe(0)
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe("300")
    expect(await toggle.isChecked()).toBe(true)
    await page.close()
  })

  it("limit unpaid orders, and explain each value that is out of bounds next to its own field only [ADM-01]", async () => {
    const page = await admin.page(tabAt("limits"))
    const section = form(page, "Unpaid orders of agents")
    const orders = section.getByLabel("Unpaid orders per agent", { exact: true })
    const share = section.getByLabel("Percent of the stock kept for your storefront")
    const minutes = section.getByLabel("Minutes to pay", { exact: true })
    await orders.fill("7")
    await share.fill("100")
    await minutes.fill("1.5")
    await save(page)
    const marked = section.locator("[aria-invalid=true]")
    await expect.poll(() => marked.count()).toBe(2)
    const alerts = await section.getByRole("alert").allTextContents()
    expect(alerts).toEqual(["0 to 99", "2 to 1440"])
    for (const field of [share, minutes]) expect(await field.getAttribute("aria-invalid")).toBe("true")
    expect((await settings()).unpaid_limits).toEqual(before.unpaid_limits)
    page.complaints.length = 0 // the browser reports the refused request
    await check(page, "settings-unpaid-error")
    await share.fill("10")
    await minutes.fill("30")
    await save(page)
    await bar(page).waitFor({ state: "detached" })
    expect((await settings()).unpaid_limits).toEqual({
      ...(before.unpaid_limits as object),
      client_orders: 7,
      storefront_share: 10,
      hold_minutes: 30,
    })
    await page.reload()
    await expect.poll(() => orders.inputValue()).toBe("7")
    expect([await share.inputValue(), await minutes.inputValue()]).toEqual(["10", "30"])
    await page.close()
  })
})
