import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Admin, check } from "../support/admin"
import { changeSettings } from "../support/policy"
import { Receiver } from "../support/receiver"
import { bar, form, save, settings, tabAt } from "../support/settings-page"

const NONE = { alert_emails: [], alert_muted_kinds: [], alert_webhook_url: null, alert_slack_url: null }
const TOKEN = "T0-never-shown"

describe("the alerts in the settings", () => {
  let admin: Admin
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await Receiver.listen()
    admin = await Admin.open()
  })
  afterAll(async () => {
    await changeSettings(NONE)
    receiver?.close()
    await admin?.close()
  })
  beforeEach(() => changeSettings(NONE))

  it("are saved with the other settings, masked, and tested with the result shown [ADM-80, ADM-81, ADM-82]", async () => {
    const page = await admin.page(tabAt("alerts"))
    await page.getByText("The store has no notification provider for this channel, so").waitFor()
    await page.getByText("owner@store.example from the store's configuration is used").waitFor()
    const emails = page.getByLabel("E-mail addresses")
    await emails.fill("owner")
    await page.getByLabel("Webhook address").fill(receiver.at("/alerts"))
    await page.getByLabel("Incoming webhook URL").fill(receiver.at(`/services/${TOKEN}`))
    await save(page)
    await page.getByText("Not an e-mail address: owner").waitFor()
    expect(await settings()).toMatchObject({ alert_webhook_url: null, alert_slack_host: null })
    page.complaints.length = 0 // the browser reports the refused request
    await emails.fill("staff@store.example")
    await page.getByRole("switch", { name: "Disputes" }).click()
    await save(page)
    await expect.poll(() => bar(page).count()).toBe(0)
    const { host } = new URL(receiver.at("/"))
    expect(await settings()).toMatchObject({
      alert_emails: ["staff@store.example"],
      alert_muted_kinds: ["dispute"],
      alert_slack_host: host,
    })
    await page.getByText(`An address at ${host} is saved and not shown again.`).waitFor()
    expect(await page.getByLabel("Incoming webhook URL").inputValue()).toBe("")
    expect(await page.content()).not.toContain(TOKEN)

    const send = (name: string) => page.getByRole("button", { name: `Send a test alert: ${name}` })
    await page.getByRole("region", { name: "Test the destinations" }).waitFor()
    expect(await send("E-mail").isDisabled()).toBe(true)
    await page.getByRole("button", { name: "Create: Signing secret" }).click()
    const prompt = page.getByRole("alertdialog")
    await prompt.getByText(/^whsec_/).waitFor()
    await prompt.getByRole("button", { name: "Close" }).click()
    await send("Slack").click()
    await page.getByText("Delivered (HTTP 200)").waitFor()
    receiver.answers.set("/alerts", [500])
    await send("Webhook").click()
    await page.getByText(/^Not delivered: .*500/).waitFor()
    expect(receiver.arrived.map(({ path }) => path)).toEqual([`/services/${TOKEN}`, "/alerts"])
    await check(page, "settings-alerts-tested")

    await form(page, "Slack").getByRole("button", { name: "Remove" }).click()
    await page.getByText("The saved address is removed when you save.").waitFor()
    await save(page)
    await expect.poll(async () => (await settings()).alert_slack_host).toBeNull()
    await page.close()
  })

  it("look right at both widths, in both themes and both languages [ADM-21]", async () => {
    await changeSettings({ alert_slack_url: receiver.at(`/services/${TOKEN}`) })
    await admin.checkEverywhere("settings-alerts", tabAt("alerts"), async (page) => {
      await page.getByRole("tabpanel").getByRole("switch").last().waitFor()
      await page.getByRole("button", { name: /: Slack$/ }).waitFor()
      await page.waitForLoadState("networkidle")
    })
  })
})
