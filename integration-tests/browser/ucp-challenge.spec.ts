import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openBrowser, payWithCard } from "../support/browser"
import { Buyer } from "../support/buyer"
import { closeCatalog, openCatalog } from "../support/catalog"
import { ProfileHost, profileIn } from "../support/profile-host"
import { limited } from "../support/purchases"
import { CARDS } from "../support/shopper"
import { world } from "../support/world"

const VERSION = "2026-08-25"
const NAMES = [
  "dev.ucp.shopping.checkout",
  "dev.ucp.shopping.fulfillment",
  "dev.ucp.common.payment.authentication",
]

interface Message {
  readonly method: string
  readonly params: { readonly id: string; readonly version?: string }
}

describe("the challenge page, opened by the platform's page", () => {
  let browser: Browser
  let host: ProfileHost
  let buyer: Buyer
  let item: string
  beforeAll(async () => {
    host = await ProfileHost.listen()
    item = await limited(await openCatalog(), 100, "Astrarium")
    buyer = await Buyer.forGuests()
    buyer.version = VERSION
    buyer.agent = { "ucp-agent": `profile="${host.publish(profileIn(VERSION, NAMES))}"` }
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    host.close()
    await closeCatalog()
  })

  it("announces that it is ready, waits for the platform, and announces when it may be closed [UCP-29]", async () => {
    const { id, action, bank } = await challenged()
    const platform = await (await browser.newContext()).newPage()
    await platform.goto(`${world().base_url}/.well-known/ucp`)
    const surface = await opened(platform, action.config.url)
    await messageArrived(platform, 1)
    expect(await messages(platform)).toMatchObject([
      { method: "action.ready", params: { id: action.id, version: VERSION } },
    ])
    expect(surface.url()).toBe(action.config.url)
    await platform.evaluate(
      `surface.postMessage({ jsonrpc: "2.0", id: ${JSON.stringify(action.id)}, result: {} }, "*")`
    )
    await surface.waitForURL(bank)
    await payWithCard(surface, CARDS.approved)
    await surface.getByLabel("Code").fill("123456")
    await surface.getByRole("button", { name: "Approve" }).click()
    await surface.getByRole("heading", { name: "Payment confirmed" }).waitFor()
    await messageArrived(platform, 2)
    expect((await messages(platform))[1]).toMatchObject({ method: "action.done", params: { id: action.id } })
    await buyer.becomes(id, "completed")
  })

  it("continues to the bank by itself when no platform opened it", async () => {
    const { id, action, bank } = await challenged()
    const page = await browser.newPage()
    await page.goto(action.config.url)
    await page.waitForURL(bank)
    await buyer.checkout(buyer.cancel(id))
  })

  async function challenged() {
    const { id } = await buyer.ready([[item, 1]])
    const checkout = (await buyer.checkout(buyer.complete(id))) as unknown as {
      continue_url: string
      actions: Record<string, { id: string; config: { url: string } }[]>
    }
    const action = Object.values(checkout.actions).flat()[0]
    if (!action) throw new Error("there is no action")
    return { id, action, bank: checkout.continue_url }
  }

  /** The platform starts to listen first, then opens the challenge page. */
  async function opened(platform: Page, url: string): Promise<Page> {
    const popup = platform.waitForEvent("popup")
    await platform.evaluate(`
      window.messages = []
      addEventListener("message", ({ data }) => window.messages.push(data))
      window.surface = open(${JSON.stringify(url)})`)
    return popup
  }

  const messages = (platform: Page) => platform.evaluate("window.messages") as Promise<Message[]>
  const messageArrived = (platform: Page, n: number) =>
    platform.waitForFunction(`window.messages.length >= ${n}`)
})
