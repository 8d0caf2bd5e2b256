import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { Admin, check } from "../support/admin"
import { isInWindow } from "../support/customer-page"
import { sql } from "../support/database"
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
import { withoutEventFeed } from "../support/bank-ledger"

describe("the tabs of the settings", () => {
  let admin: Admin
  beforeAll(async () => {
    admin = await Admin.open()
  })
  afterAll(async () => {
    await changeSettings({ ...NEW_SETTINGS, ucp_enabled: true })
    await admin?.close()
  })
  beforeEach(() => changeSettings(NEW_SETTINGS))

  it("save the changes of several tabs with one bar that counts them, and that is there only while there are any [ADM-62]", async () => {
    const page = await admin.page(tabAt("access"))
    await page.getByLabel("IP addresses and networks").fill("10.0.0.0/8")
    expect(await isInWindow(bar(page))).toBe(true)
    expect(await isInWindow(form(page, "Agents in a browser"))).toBe(false)
    await show(page, "Limits")
    await form(page, RATE_LIMITS).getByLabel("Per minute").first().fill("77")
    await show(page, "Data")
    await bar(page).getByText("2 unsaved changes", { exact: true }).waitFor()
    await check(page, "settings-changed")
    await save(page)
    await expect.poll(settings).toMatchObject({ a2a_ip_allow: ["10.0.0.0/8"], a2a_limits: { minute: 77 } })
    await expect.poll(() => bar(page).count()).toBe(0)
    await show(page, "Access")
    await page.getByLabel("IP addresses and networks").fill("::1")
    await bar(page).getByRole("button", { name: "Discard" }).click()
    await expect.poll(() => bar(page).count()).toBe(0)
    expect(await page.getByLabel("IP addresses and networks").inputValue()).toBe("10.0.0.0/8")
    await page.close()
  })

  it.each(["::1", ""])(
    "keep what is edited while the changes are saved, also the value from before: %j [ADM-62]",
    async (typed) => {
      const page = await admin.page(tabAt("access"))
      const field = page.getByLabel("IP addresses and networks")
      await field.fill("10.0.0.0/8")
      await page.route("**/admin/agentic-commerce/settings", async (route) => {
        if (route.request().method() === "POST") await field.fill(typed)
        await route.continue()
      })
      await save(page)
      await page.getByText("Saved", { exact: true }).waitFor()
      expect((await settings()).a2a_ip_allow).toEqual(["10.0.0.0/8"])
      expect(await field.inputValue()).toBe(typed)
      await bar(page).getByText("1 unsaved change", { exact: true }).waitFor()
      await page.close()
    }
  )

  it("save nothing if one tab has an error, and show that tab with the field [ADM-62]", async () => {
    const page = await admin.page(tabAt("access"))
    const field = page.getByLabel("IP addresses and networks")
    await field.fill("10.0.0.0/40")
    await show(page, "Limits")
    await form(page, RATE_LIMITS).getByLabel("Per minute").first().fill("78")
    await save(page)
    await page.getByText("Not an IP address or network such as 203.0.113.0/24: 10.0.0.0/40").waitFor()
    await page.getByRole("tab", { name: "Access has errors", selected: true }).waitFor()
    await bar(page).getByText("Nothing was saved. Correct the marked fields.").waitFor()
    expect(new URL(page.url()).searchParams.get("tab")).toBe("access")
    expect(await page.getByRole("tab", { name: "has errors" }).count()).toBe(1)
    expect(await field.evaluate((element) => element.matches(":focus"))).toBe(true)
    expect((await settings()).a2a_limits).not.toMatchObject({ minute: 78 })
    page.complaints.length = 0 // the browser reports the refused request
    await check(page, "settings-error")
    await field.fill("")
    await save(page)
    await bar(page).waitFor({ state: "detached" })
    expect(await page.getByRole("tab", { name: "has errors" }).count()).toBe(0)
    expect(await settings()).toMatchObject({ a2a_ip_allow: [], a2a_limits: { minute: 78 } })
    await page.close()
  })

  it("name the shown tab in the address, and show the first one for an unknown name [ADM-62]", async () => {
    const page = await admin.page(tabAt("nothing"))
    await page.getByRole("tab", { name: "Setup", selected: true }).waitFor()
    await show(page, "Data")
    await page.waitForURL("**/settings/agentic-commerce?tab=data")
    await page.reload()
    await page.getByRole("tab", { name: "Data", selected: true }).waitFor()
    await page.getByRole("region", { name: "Data retention" }).waitFor()
    await page.close()
  })

  it("link from a step of the setup to the tab where it is done [ADM-63]", async () => {
    await changeSettings({ a2a_enabled: false })
    // The last test of the store may have found a channel switched off.
    await sql("delete from gw_test_run")
    const page = await admin.page(SETTINGS_PAGE)
    const list = page.getByRole("region", { name: "Setup checklist" })
    await list.getByText("Switch on the channels that agents can use.").waitFor()
    expect(await list.locator("ol").first().locator("> li").last().textContent()).toMatch(/^Test my store/)
    await list.getByRole("link", { name: "Open the channels" }).click()
    await page.getByRole("tab", { name: "Channels", selected: true }).waitFor()
    await page.getByRole("switch", { name: "Payments by agents (A2A)" }).click()
    await expect.poll(async () => (await settings()).a2a_enabled).toBe(true)
    await show(page, "Setup")
    await list.getByText("On: A2A.").waitFor()
    expect(await list.getByRole("link", { name: "Open the channels" }).count()).toBe(0)
    await page.close()
  })

  it("copy the notification address that the bank needs [ADM-63]", async () => {
    onTestFinished(await withoutEventFeed())
    await sql("delete from gw_bank_event")
    const page = await admin.page(SETTINGS_PAGE)
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    const list = page.getByRole("region", { name: "Setup checklist" })
    await list.getByRole("button", { name: "Copy the address" }).click()
    await expect
      .poll(() => page.evaluate<string>("navigator.clipboard.readText()"))
      .toBe(`${world().base_url}/gw-bank/v1/ipn`)
    await page.close()
  })

  it("ask before the page is left with unsaved changes, and not otherwise [ADM-62]", async () => {
    const page = await admin.page(SETTINGS_PAGE)
    const leave = () => page.getByRole("link", { name: "Users" }).first().click()
    await show(page, "Access")
    const field = page.getByLabel("IP addresses and networks")
    await field.fill("10.0.0.0/8")
    await leave()
    const prompt = page.getByRole("alertdialog")
    await prompt.getByText("They are lost when you leave.").waitFor()
    await prompt.getByRole("button", { name: "Cancel" }).click()
    await prompt.waitFor({ state: "detached" })
    expect(await field.inputValue()).toBe("10.0.0.0/8")
    await leave()
    await prompt.getByRole("button", { name: "Discard and leave" }).click()
    await page.waitForURL("**/settings/users")
    await page.getByRole("heading", { name: "Users" }).first().waitFor()
    await page.goBack()
    await page.getByRole("tab", { name: "Access" }).waitFor()
    expect(await bar(page).count()).toBe(0)
    await leave()
    await page.waitForURL("**/settings/users")
    await page.close()
  })

  it("let the browser ask before it reloads a page with unsaved changes [ADM-62]", async () => {
    const page = await admin.page(tabAt("access"))
    const field = page.getByLabel("IP addresses and networks")
    const asked: string[] = []
    page.on("dialog", (dialog) => {
      asked.push(dialog.type())
      return dialog.accept()
    })
    await field.waitFor()
    await page.reload()
    expect(asked).toEqual([])
    await field.fill("10.0.0.0/8")
    await bar(page).waitFor()
    await page.reload()
    expect(asked).toEqual(["beforeunload"])
    await page.close()
  })
})
