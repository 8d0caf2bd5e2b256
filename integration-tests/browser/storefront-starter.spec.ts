import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Running } from "../../.ci/smoke/command"
import { freePort } from "../../demo/ports"
import { openBrowser } from "../support/browser"
import type { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { completeInStorefront, MANUAL_STOREFRONT } from "../support/hand-off"
import { alsoOffer } from "../support/merchant"
import { takeWorld } from "../support/own-world"
import { openUcpShop } from "../support/shop"
import { buildStorefront, startStorefront } from "../support/starter-storefront"

/** The page of docs/providers.md, built into a Next.js storefront with the conventions of Medusa's starter. */
describe("the page that a storefront adds for agents' checkouts, in a browser", () => {
  let browser: Browser
  let store: Awaited<ReturnType<typeof takeWorld>>
  let storefront: Running
  let assistant: Server
  let buyer: Buyer
  let item: string

  beforeAll(async () => {
    await buildStorefront()
    const port = await freePort()
    const link = `http://localhost:${port}/{country}/agent-checkout/{token}`
    store = await takeWorld({ env: { ...MANUAL_STOREFRONT, GW_STOREFRONT_URL: link } })
    storefront = await startStorefront(port, store.controls.world)
    const shop = await openUcpShop("Sextant")
    buyer = shop.buyer
    item = shop.item
    await alsoOffer("pp_system_default")
    assistant = createServer((request, response) => {
      const link = new URL(request.url ?? "/", "http://127.0.0.1").searchParams.get("link") ?? ""
      response.setHeader("content-type", "text/html").end(`<a href="${link}">Pay</a>`)
    }).listen(0, "127.0.0.1")
    browser = await openBrowser()
  }, 1_200_000)
  afterAll(async (suite) => {
    await browser?.close()
    assistant?.close()
    await storefront?.stop()
    await store?.release(suite)
  })

  /** A checkout that waits for its customer, with the link that they get. */
  async function handedOver(): Promise<{ id: string; link: string }> {
    const { id } = await buyer.ready([[item, 2]])
    const { continue_url = "" } = await buyer.checkout(completeInStorefront(buyer, id))
    return { id, link: continue_url }
  }

  /** Opens the link in a new browser, from a page of another site, as a customer does in their assistant. */
  async function openFromAssistant(link: string): Promise<Page> {
    const page = await (await browser.newContext()).newPage()
    const { port } = assistant.address() as AddressInfo
    await page.goto(`http://127.0.0.1:${port}/?link=${encodeURIComponent(link)}`)
    await page.getByRole("link", { name: "Pay" }).click()
    await page.getByRole("button", { name: "Continue to payment" }).waitFor()
    return page
  }

  async function takeOver(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Continue to payment" }).click()
    await page.waitForURL(/\/de\/checkout\?step=payment$/)
  }

  it("makes the agent's cart the cart of the browser, and its order completes the checkout [ROUTE-08]", async () => {
    const { id, link } = await handedOver()
    const page = await openFromAssistant(link)
    await takeOver(page)
    expect(await page.locator("li").allTextContents()).toEqual(["2 × Sextant"])
    await page.getByRole("button", { name: "Place order" }).click()
    await page.getByRole("heading", { name: "Thank you for your order" }).waitFor()
    const order_id = await page.locator("[data-order]").getAttribute("data-order")
    const [order] = await sql<{ id: string }>(`select display_id::text as id from "order" where id = $1`, [
      order_id,
    ])
    expect(await buyer.becomes(id, "completed")).toMatchObject({ order })
  })

  it("can be opened again in the same browser, and in no other one [ROUTE-07]", async () => {
    const { link } = await handedOver()
    const page = await openFromAssistant(link)
    const other = await openFromAssistant(link)
    await takeOver(page)
    await page.goBack()
    await takeOver(page)
    await other.getByRole("button", { name: "Continue to payment" }).click()
    await other.getByText("The cart could not be opened").waitFor()
    expect(new URL(other.url()).pathname).toBe(new URL(link).pathname)
  })
})
