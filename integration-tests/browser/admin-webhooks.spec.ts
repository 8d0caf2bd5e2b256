import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Admin, check, rowsOf } from "../support/admin"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { switchSurfaces } from "../support/oauth-client"
import { Receiver } from "../support/receiver"
import { newestThat, subscribe } from "../support/webhooks"

const LIST = "/agentic-commerce/webhooks"

describe("the merchant's webhooks", () => {
  let admin: Admin
  let receiver: Receiver
  let buyer: Buyer
  let webhook: { readonly id: string; readonly url: string }
  const count = () => receiver.arrived.filter(({ path }) => path === "/shown").length

  beforeAll(async () => {
    await switchSurfaces({ ucp_enabled: true })
    receiver = await Receiver.listen()
    buyer = await Buyer.forGuests()
    receiver.answers.set("/shown", [500])
    webhook = await subscribe(buyer, receiver.at("/shown"))
    await newestThat(buyer, webhook.id, ({ state }) => state === "delivered")
    admin = await Admin.open()
  })
  afterAll(async () => {
    receiver?.close()
    await admin?.close()
  })

  it("can be searched by a part of their address and link to their page", async () => {
    const page = await admin.page(LIST)
    await page.getByLabel("Part of the address").fill("/shown")
    await page.getByRole("link", { name: webhook.url }).click()
    await page.getByRole("heading", { level: 1, name: "Webhook", exact: true }).waitFor()
    await page.goBack()
    await page.getByLabel("Part of the address").fill("nowhere at all")
    await page.getByText("No results").waitFor()
    await page.close()
  })

  it("are exported as the filters select them [ADM-57]", async () => {
    const other = await subscribe(buyer, receiver.at("/not-selected"))
    const page = await admin.page(`${LIST}?q=${encodeURIComponent("/shown")}`)
    await page.getByRole("link", { name: webhook.url }).waitFor()
    const button = page.getByRole("button", { name: "Export CSV" })
    const [file] = await Promise.all([page.waitForEvent("download"), button.click()])
    expect(file.suggestedFilename()).toMatch(/^webhooks_until_/)
    const text = readFileSync(await file.path(), "utf8")
    expect([text.includes(webhook.id), text.includes(other.id)]).toEqual([true, false])
    await page.close()
  })

  it("show a delivery with its request and response, and send it again [ADM-12]", async () => {
    const page = await admin.page(`${LIST}/${webhook.id}`)
    await page.getByRole("link", { name: "webhook.ping" }).first().click()
    const side = page.getByRole("dialog")
    await side.getByLabel("Headers", { exact: true }).getByText("webhook-signature: v1,").waitFor()
    await side.getByText(`"webhook_id": "${webhook.id}"`).waitFor()
    await side.getByText(/^1\. .*: 500, \d+ ms$/).waitFor()
    await check(page, "webhook-delivery")
    const before = count()
    await side.getByRole("button", { name: "Retry now" }).click()
    await expect.poll(count).toBe(before + 1)
    await side.getByText(/^3\. .*: 200, \d+ ms$/).waitFor()
    await side.getByRole("button", { name: "Close" }).click()
    await side.waitFor({ state: "detached" })
    await page.close()
  })

  it("show the deliveries that the filters select, and export them [ADM-57, ADM-58]", async () => {
    const page = await admin.page(`${LIST}/${webhook.id}?type=order.paid`)
    await page.getByText("No results").waitFor()
    await page.getByRole("combobox", { name: "Event" }).click()
    await page.getByRole("option", { name: "webhook.ping" }).click()
    await page.getByRole("link", { name: "webhook.ping" }).waitFor()
    await page.getByLabel("Search").fill("order_none")
    await page.getByText("No results").waitFor()
    await page.getByLabel("Search").fill(webhook.id)
    await page.getByRole("link", { name: "webhook.ping" }).waitFor()
    const button = page.getByRole("button", { name: "Export CSV" })
    const [file] = await Promise.all([page.waitForEvent("download"), button.click()])
    expect(file.suggestedFilename()).toMatch(/^deliveries_until_/)
    const lines = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\r\n")
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(",webhook.ping,")
    await page.close()
  })

  it("can be replayed, pinged, disabled and enabled, after a confirmation [ADM-13]", async () => {
    const page = await admin.page(`${LIST}/${webhook.id}`)
    const before = count()
    await page.getByRole("button", { name: "Send a ping" }).click()
    await expect.poll(count).toBe(before + 1)
    await expect.poll(() => page.getByRole("link", { name: "webhook.ping" }).count()).toBe(2)
    await sql("update gw_webhook_delivery set state = 'dead' where subscription_id = $1", [webhook.id])
    await page.getByRole("button", { name: "Send again" }).click()
    const side = page.getByRole("dialog")
    await side.getByLabel("Created from").fill("2026-01-02T00:00")
    await side.getByLabel("Created before").fill("2026-01-01T00:00")
    await side.getByText("The end must be later than the start.").waitFor()
    await check(page, "webhook-replay")
    await side.getByLabel("Created from").fill("")
    await side.getByLabel("Created before").fill("")
    await side.getByRole("button", { name: "Send again" }).click()
    await page.getByText("2 deliveries are sent again").waitFor()
    await expect.poll(count).toBe(before + 3)
    await page.getByRole("button", { name: "Disable" }).click()
    const confirmation = page.getByRole("alertdialog")
    await confirmation.getByRole("button", { name: "Cancel" }).click()
    expect(await statusOf()).toBe("active")
    await page.getByRole("button", { name: "Disable" }).click()
    await confirmation.getByRole("button", { name: "Disable" }).click()
    await page.getByText("by the merchant").waitFor()
    expect(await statusOf()).toBe("disabled")
    await page.getByRole("button", { name: "Enable" }).click()
    await confirmation.getByRole("button", { name: "Enable" }).click()
    await page.getByRole("button", { name: "Send a ping" }).waitFor()
    expect(await statusOf()).toBe("active")
    await page.close()
  })

  it("that fail are not shown as active, in the list and on their page [ADM-29]", async () => {
    receiver.answers.set(
      "/failing",
      Array.from({ length: 30 }, () => 500)
    )
    const failing = await subscribe(buyer, receiver.at("/failing"))
    await newestThat(buyer, failing.id, ({ last_status }) => last_status === 500)
    // Less than the five days after which a webhook is disabled.
    const since = new Date(Date.now() - 2 * 86_400_000)
    await sql("update gw_webhook_subscription set failures = 13, failing_since = $2 where id = $1", [
      failing.id,
      since,
    ])
    const page = await admin.page(`${LIST}?client_id=${buyer.client_id}&status=failing`)
    const row = rowsOf(page).filter({ hasText: failing.url })
    await row.getByText("Failing", { exact: true }).waitFor()
    const day = since.toLocaleDateString("en-US", { dateStyle: "medium" })
    await row.getByText(new RegExp(`1\\d failures in a row, since ${day}`)).waitFor()
    expect(await page.getByText("Active", { exact: true }).count()).toBe(0)
    await row.getByRole("link", { name: failing.url }).click()
    await page.getByRole("heading", { level: 1, name: "Webhook", exact: true }).waitFor()
    await page.getByText("Failing", { exact: true }).waitFor()
    expect(await page.getByText("Active", { exact: true }).count()).toBe(0)
    await page.getByRole("button", { name: "Send a ping" }).waitFor()
    await page.close()
    await admin.checkEverywhere("webhook-failing", `${LIST}/${failing.id}`, (shown) =>
      shown.getByText(failing.url).waitFor()
    )
  })

  it("that do not exist are reported as missing, with a link to the list [ADM-31]", async () => {
    const page = await admin.page(`${LIST}/whk_none`)
    const alert = page.getByRole("alert").filter({ hasText: "This page does not exist" })
    await alert.getByRole("link", { name: "Go to Webhooks" }).click()
    await page.getByText(webhook.url).first().waitFor()
    await page.close()
  })

  it("look right at both widths, in both themes and both languages [ADM-21]", async () => {
    receiver.answers.set("/broken", [410])
    const broken = await subscribe(buyer, receiver.at("/broken"), ["order.paid", "webhook.ping"])
    await newestThat(buyer, broken.id, ({ state }) => state === "dead")
    const shows = (url: string) => (page: Parameters<Parameters<Admin["checkEverywhere"]>[2]>[0]) =>
      page.getByText(url).first().waitFor()
    await admin.checkEverywhere("webhooks", `${LIST}?client_id=${buyer.client_id}`, shows(broken.url))
    await admin.checkEverywhere("webhook", `${LIST}/${webhook.id}`, shows(webhook.url))
    await admin.checkEverywhere("webhook-disabled", `${LIST}/${broken.id}`, shows(broken.url))
    const [delivery] = await sql<{ id: string }>(
      "select id from gw_webhook_delivery where subscription_id = $1 order by created_at limit 1",
      [webhook.id]
    )
    await admin.checkEverywhere("delivery", `${LIST}/${webhook.id}?delivery=${delivery?.id}`, (page) =>
      page.getByRole("dialog").getByText("webhook-signature").waitFor()
    )
  })

  const statusOf = async () => {
    const rows = await sql<{ status: string }>("select status from gw_webhook_subscription where id = $1", [
      webhook.id,
    ])
    return rows[0]?.status
  }
})
