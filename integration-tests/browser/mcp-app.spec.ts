import { mkdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { Browser, BrowserContextOptions, Frame } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { openBrowser, payWithCard } from "../support/browser"
import { ANA, basketOf, Buyer, CARD, type Checkout, delivery } from "../support/buyer"
import { closeCatalog, type NumberedProduct, openCatalog, variant } from "../support/catalog"
import { type McpResult, newKey } from "../support/mcp"
import { type McpClient, newMcpClient } from "../support/mcp-clients"
import { McpHost } from "../support/mcp-host"
import { promote, withdraw } from "../support/promotions"
import { overflows, worstContrast } from "../support/readability"
import { CARDS } from "../support/shopper"
import { IMAGE_ORIGIN } from "../support/store-keys"
import { world } from "../support/world"

/** The folder for pictures of the documents; none are taken without it. */
const PICTURES = process.env.GW_SCREENSHOTS

const AXE = readFileSync(
  createRequire(join(process.cwd(), "package.json")).resolve("axe-core/axe.min.js"),
  "utf8"
)

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==",
  "base64"
)

let browser: Browser
let buyer: Buyer
let client: McpClient
let product: NumberedProduct
const hosts: McpHost[] = []

beforeAll(async () => {
  const catalog = await openCatalog()
  buyer = await Buyer.forGuests()
  client = await newMcpClient(buyer.token, { pin: "2026-07-28" })
  const thumbnail = `${IMAGE_ORIGIN}/clock.png`
  product = await catalog.listed({
    title: "Clepsydra",
    description: "Runs on water.",
    thumbnail,
    variants: [variant(20)],
  })
  const soldOut = { manage_inventory: true }
  await catalog.listed({ title: "Clepsydra without water", variants: [variant(1234.5, 6000, soldOut)] })
  browser = await openBrowser()
})
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close()
  await withdraw()
})
afterAll(async () => {
  await client?.close()
  await browser?.close()
  await closeCatalog()
})

/** An assistant whose network has the pictures of the store. */
async function assistant(options: BrowserContextOptions = {}): Promise<McpHost> {
  const host = await McpHost.open(browser, client, { locale: "en-US", ...options })
  hosts.push(host)
  await host.page.route(`${IMAGE_ORIGIN}/*`, (route) =>
    route.fulfill({ contentType: "image/png", body: PIXEL })
  )
  return host
}

const item = () => product.variants[0]?.id ?? ""
const search = { catalog: { query: "Clepsydra", context: { currency: "EUR" } } }
const basket = () => ({ ...basketOf([[item(), 2]]), buyer: ANA, ...delivery() })
const checkoutIn = (result: { structuredContent?: object }) => result.structuredContent as Checkout

/** The texts of elements, with plain spaces. */
const texts = async (frame: Frame, selector: string) =>
  (await frame.locator(selector).allInnerTexts()).map((text) => text.replaceAll("\u00a0", " "))
const status = (frame: Frame, text: string) => frame.getByRole("status").getByText(text).waitFor()

/** A checkout that can be completed. */
async function ready(): Promise<Checkout> {
  const begun = checkoutIn(await client.call("create_checkout", { ...newKey(), checkout: basket() }))
  return buyer.choose(begun)
}

const paying = (id: string) => ({ ...newKey(), id, checkout: { payment: { instruments: [CARD] } } })

describe("the document of the tools", () => {
  it("shows found products as cards with pictures, prices and availability [MCP-62]", async () => {
    const host = await assistant()
    await host.call("search_catalog", search)
    const found = host.document
    await found.getByRole("heading", { level: 1, name: "Products" }).waitFor()
    const card = found.getByRole("listitem").filter({ has: found.getByText("Clepsydra", { exact: true }) })
    expect(await card.locator("p").allInnerTexts()).toEqual(["€20.00", "In stock"])
    await card.locator("img").waitFor()
    expect(await card.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    const other = found.getByRole("listitem").filter({ hasText: "without water" })
    expect(await other.locator("p").allInnerTexts()).toEqual(["€1,234.50", "Out of stock"])
    expect(await other.locator("img").count()).toBe(0)
    expect(host.complaints).toEqual([])
  })

  it("shows one product with its description and options, and that nothing was found [MCP-62]", async () => {
    const host = await assistant()
    await host.call("get_product", { catalog: { id: product.medusa_id, context: { currency: "EUR" } } })
    await host.document.getByText("Runs on water.").waitFor()
    await host.document.getByText("Size: One").waitFor()
    await host.call("search_catalog", { catalog: { query: "Zzyzx" } })
    await status(host.document, "No products found.")
  })

  it("shows a cart and a checkout with the lines and totals of the store [MCP-62]", async () => {
    const host = await assistant()
    const code = await promote({ type: "percentage", target_type: "items", allocation: "across", value: 10 })
    const codes = { discounts: { codes: [code] } }
    const cart = await host.call("create_cart", { cart: { ...basketOf([[item(), 2]]), ...codes } })
    await host.document.getByRole("heading", { name: "Cart" }).waitFor()
    expect(await texts(host.document, ".lines li")).toEqual(["2 × Clepsydra, One\n€36.00"])
    expect(Object.values(await totalsIn(host.document))).toEqual(amountsIn(cart))
    await host.document.getByText("Shipping is added at checkout.").waitFor()

    const { id } = await ready()
    const changed = await host.call("update_checkout", { ...newKey(), id, checkout: codes })
    await status(host.document, "Ready to order. Nothing is paid yet.")
    const shown = await totalsIn(host.document)
    expect(Object.values(shown)).toEqual(amountsIn(changed))
    expect(Object.keys(shown)).toEqual([
      "Subtotal",
      `Discount on items: ${code}`,
      expect.stringMatching(/^Shipping: ./),
      "Total",
    ])
  })

  it("leads to the bank, and shows the outcome by itself [MCP-63, MCP-64]", async () => {
    const host = await assistant()
    const { id } = await ready()
    await host.call("complete_checkout", paying(id))
    await status(host.document, "Waiting for your payment.")
    await host.document.getByRole("button", { name: "Pay", exact: true }).click()
    await expect.poll(() => host.opened).toEqual([`${world().base_url}/gw-ucp/v1/continue/${id}`])

    const shopper = await (await browser.newContext()).newPage()
    await shopper.goto(host.opened[0] ?? "")
    await payWithCard(shopper, CARDS.approved)
    await shopper.getByLabel("Code").fill("123456")
    await shopper.getByRole("button", { name: "Approve" }).click()
    await shopper.getByRole("heading", { name: "Payment confirmed" }).waitFor()

    await status(host.document, "Ordered. Thank you!")
    const { order } = await buyer.becomes(id, "completed")
    await host.document.getByText(`Order #${order?.id}`).waitFor()
    expect(await host.document.getByRole("button").count()).toBe(0)
    expect(new Set(host.called)).toEqual(new Set(["get_checkout"]))
    expect(host.complaints).toEqual([])
  })

  it("has a button that reads the status, and keeps it focused [MCP-64]", async () => {
    const host = await assistant()
    const { id } = await ready()
    await host.call("get_checkout", { id })
    await status(host.document, "Ready to order. Nothing is paid yet.")
    expect(await host.document.getByRole("button", { name: "Pay", exact: true }).count()).toBe(0)
    const refresh = host.document.getByRole("button", { name: "Refresh the status" })
    await refresh.focus()
    await host.page.keyboard.press("Enter")
    await expect.poll(() => host.called).toEqual(["get_checkout"])
    await status(host.document, "Ready to order. Nothing is paid yet.")
    expect(await refresh.evaluate((button) => button === document.activeElement)).toBe(true)
    await buyer.checkout(buyer.cancel(id))
    await host.page.keyboard.press("Enter")
    await status(host.document, "Canceled.")
  })

  it("says so when the status cannot be read, and asks for no tool that it may not call [MCP-64]", async () => {
    const host = await assistant()
    const { id } = await ready()
    const result = await client.call("get_checkout", { id })
    const unknown = { ...result, structuredContent: { ...result.structuredContent, id: "chk_unknown" } }
    await host.show("get_checkout", { id }, unknown)
    await host.document.getByRole("button", { name: "Refresh the status" }).click()
    await status(host.document, "The status could not be read. Try again.")
    await host.show("get_checkout", { id }, result, { is_calling: false })
    await status(host.document, "Ready to order. Nothing is paid yet.")
    expect(await host.document.getByRole("button").count()).toBe(0)
  })

  it("shows the address when the host does not open the bank's page [MCP-63]", async () => {
    const host = await assistant()
    const { id } = await buyer.escalated([[item(), 1]])
    host.opens = false
    await host.call("get_checkout", { id })
    await host.document.getByRole("button", { name: "Pay", exact: true }).click()
    await host.document.getByText(`${world().base_url}/gw-ucp/v1/continue/${id}`).waitFor()
    expect(host.opened).toEqual([])
  })

  it("shows hostile texts as text, and opens and loads nothing that they name [MCP-65]", async () => {
    const host = await assistant()
    const loaded: string[] = []
    await host.page.route("https://evil.example/**", (route) => route.fulfill({ body: PIXEL }))
    host.page.on("requestfinished", (request) => loaded.push(request.url()))
    const hostile = `<img src="https://evil.example/x.png" onerror="parent.postMessage('run', '*')"><script>parent.postMessage('run', '*')</script>`
    const addresses = [
      "javascript:parent.postMessage('run', '*')",
      "https://evil.example/p.png",
      "data:text/html,x",
    ]
    await host.page.evaluate(
      `window.ran = []; addEventListener("message", ({ data }) => data === "run" && ran.push(data))`
    )
    const products = addresses.map((url) => ({
      title: hostile,
      description: { plain: hostile },
      media: [{ type: "image", url }],
      variants: [{ availability: { status: hostile } }],
    }))
    await host.show("search_catalog", search, {
      structuredContent: { products, messages: [{ content: hostile }] },
    })
    expect(await texts(host.document, "h2")).toEqual([hostile, hostile, hostile])
    expect(await texts(host.document, ".message")).toEqual([hostile])
    expect(await host.document.locator("script").count()).toBe(1)

    const { id } = await buyer.escalated([[item(), 1]])
    const result = await client.call("get_checkout", { id })
    const forged = {
      ...result.structuredContent,
      id: `../../${id}`,
      continue_url: "https://evil.example/bank",
      totals: [{ type: hostile, amount: 1, display_text: hostile }],
    }
    await host.show("get_checkout", { id }, { structuredContent: forged })
    expect(await texts(host.document, "dt")).toEqual([hostile])
    await host.document.getByRole("button", { name: "Pay", exact: true }).click()
    await expect.poll(() => host.opened).toEqual([`${world().base_url}/gw-ucp/v1/continue/..%2F..%2F${id}`])
    await host.call("search_catalog", search)
    await expect.poll(() => loaded).toContain(`${IMAGE_ORIGIN}/clock.png`)
    expect(loaded.filter((url) => url.includes("evil.example"))).toEqual([])
    expect(await host.page.evaluate("window.ran")).toEqual([])
  })

  it("shows what a refused call says, and that a call was canceled [MCP-62]", async () => {
    const host = await assistant()
    const refused = await host.call("get_cart", { id: "cart_none" })
    await status(host.document, "The store could not do this.")
    const [{ content }] = refused.structuredContent?.messages as [{ content: string }]
    await host.document.getByText(content).waitFor()
    await host.show("search_catalog", search, undefined)
    await status(host.document, "The request was canceled.")
  })

  it("shows the text of a result to a host that does not pass the structured content on [MCP-62]", async () => {
    const host = await assistant()
    const { content } = await client.call("search_catalog", search)
    await host.show("search_catalog", search, { content: content ?? [] })
    await host.document.getByText("Clepsydra", { exact: true }).waitFor()
  })

  it("follows the host's language and theme, also when they change [MCP-66]", async () => {
    const host = await assistant({ colorScheme: "light" })
    await host.call("search_catalog", search, { context: { locale: "ro-RO", theme: "dark" } })
    await host.document.getByRole("heading", { name: "Produse" }).waitFor()
    expect(await texts(host.document, ".price")).toContain("20,00 EUR")
    expect(await background(host.document)).toBe("rgb(27, 30, 37)")
    const variables = { "--color-background-primary": "rgb(1, 2, 3)", color: "red" }
    await host.changeContext({ theme: "light", locale: "de-DE", styles: { variables } })
    await host.document.getByRole("heading", { name: "Products" }).waitFor()
    expect(await background(host.document)).toBe("rgb(1, 2, 3)")
    expect(await host.document.locator("html").getAttribute("lang")).toBe("en")
  })
})

const background = (frame: Frame) => frame.evaluate("getComputedStyle(document.body).backgroundColor")

/** The totals as the document shows them: the name and the amount. */
async function totalsIn(frame: Frame): Promise<Record<string, string>> {
  await frame.locator(".totals").waitFor()
  const [names, amounts] = [await texts(frame, "dt"), await texts(frame, "dd")]
  return Object.fromEntries(names.map((name, index) => [name, amounts[index] ?? ""]))
}

/** The amounts of a result's totals, in euro. */
function amountsIn({ structuredContent }: McpResult): string[] {
  const { totals } = structuredContent as { totals: { amount: number }[] }
  const euro = new Intl.NumberFormat("en-US", { style: "currency", currency: "EUR" })
  return totals.map(({ amount }) => euro.format(amount / 100))
}

const WIDTHS = [375, 1280]
const THEMES = ["light", "dark"] as const
const LOCALES = ["en", "ro"]
const APPEARANCES = WIDTHS.flatMap((width) =>
  THEMES.flatMap((theme) => LOCALES.map((locale) => [width, theme, locale] as const))
)

describe("the document, everywhere", () => {
  let id: string
  beforeAll(async () => void ({ id } = await buyer.escalated([[item(), 3]])))

  it.each(APPEARANCES)("is readable at %i pixels, %s, in %s [MCP-66]", async (width, theme, locale) => {
    const host = await assistant({ viewport: { width, height: 900 }, colorScheme: theme, locale })
    for (const [name, args] of [
      ["search_catalog", search],
      ["create_cart", { cart: basketOf([[item(), 2]]) }],
      ["get_checkout", { id }],
    ] as const) {
      await host.call(name, args)
      await host.document.locator("#content :first-child").first().waitFor()
      if (PICTURES) await picture(host, `app-${name}-${width}-${theme}-${locale}`)
      expect(await overflows(host.document)).toBe(false)
      expect((await worstContrast(host.document)).ratio).toBeGreaterThanOrEqual(4.5)
      expect(await seriousFindings(host.document)).toEqual([])
      expect(await host.document.locator("html").getAttribute("lang")).toBe(locale)
    }
    expect(host.complaints).toEqual([])
  })
})

async function picture({ page }: McpHost, name: string): Promise<void> {
  mkdirSync(String(PICTURES), { recursive: true })
  await page.screenshot({ path: join(String(PICTURES), `${name}.png`), fullPage: true })
}

async function seriousFindings(frame: Frame): Promise<string[]> {
  await frame.evaluate(AXE)
  const found = await frame.evaluate("axe.run().then(({ violations }) => violations)")
  return (found as { id: string; impact: string }[])
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id }) => id)
}
