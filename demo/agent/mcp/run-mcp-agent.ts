import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { DemoFailure } from "../../failure"
import type { Login } from "../../shop/logins"
import { asObject, expectJson, expectMember, type Json } from "../answers"
import { type AgentKind, authorize, register } from "../authorize"
import { payAtBank } from "../pay-at-bank"
import { isPageOfStore, payOnPage } from "../pay-on-page"
import { talkThrough } from "../talk"
import { connectShop, type Shop } from "./shop"
import { CITIES, type ShoppingRequest, readShoppingRequest } from "./shopping-request"

const ASSISTANT: AgentKind = {
  client_name: "Sample assistant",
  client_type: "ucp_agent",
  scopes: [
    "dev.ucp.shopping.catalog.search:read",
    "dev.ucp.shopping.cart:manage",
    "dev.ucp.shopping.checkout:manage",
    "dev.ucp.shopping.order:read",
  ],
}

/** The store, the customer who consents and pays, and what they want, in words. */
export interface McpAgentOptions {
  readonly baseUrl: string
  readonly customer: Login
  readonly request: string
  readonly log: (line: string) => void
}

/**
 * The sample agent over MCP: it knows only the store's URL, and buys by the store's tools, with rules in place of a
 * model. This script also plays the customer, who would be a person. Returns the order's id. Throws one sentence with
 * the step that failed.
 */
export async function runMcpAgent({
  baseUrl,
  customer,
  request: text,
  log,
}: McpAgentOptions): Promise<string> {
  const request = readShoppingRequest(text)
  const talk = talkThrough(log)
  log(`\n[customer] "${text}"`)
  log("\n[agent] discovers the store")
  const manifest = expectJson(await talk("GET", `${baseUrl}/.well-known/ucp`), 200, "The UCP manifest")
  const metadata = await talk("GET", `${baseUrl}/.well-known/oauth-authorization-server`)
  const server = expectJson(metadata, 200, "The authorization server's metadata")
  log(
    "\n[agent] registers, and requests access; this script also plays the customer, who logs in and consents"
  )
  const client = await register(server, talk, ASSISTANT)
  const { access_token } = await authorize(server, client, customer, talk, ASSISTANT)
  const shop = await connectShop(mcpAddress(manifest), access_token, log)
  log(`\n[agent] connects over MCP and may call ${shop.tools.join(", ")}`)
  try {
    return await buy(shop, request, log)
  } finally {
    await shop.close()
  }

  async function buy(shop: Shop, request: ShoppingRequest, log: (line: string) => void): Promise<string> {
    const variant = await choose(shop, request, log)
    const cart = await fillCart(shop, variant, log)
    const ready = await checkOut(shop, cart, request, customer, log)
    log(`\n[agent] completes the checkout of ${moneyOf(totalOf(ready))}`)
    const id = expectMember(ready, "id", "The checkout")
    const placed = await shop.call("complete_checkout", { ...key(), id, checkout: {} })
    const page = expectMember(placed, "continue_url", "The completed checkout")
    log(`\n[customer] opens ${page} (played by this script) and approves with a test card`)
    await (isPageOfStore(page) ? payOnPage(page, talk) : payAtBank(page, talk))
    return orderOf(await paid(shop, id, log), shop, log)
  }
}

/** The address of the MCP server in the manifest. */
function mcpAddress({ ucp }: Json): string {
  const services = asObject(asObject(ucp).services)["dev.ucp.shopping"]
  const all = (Array.isArray(services) ? services : []).map(asObject)
  return expectMember(all.find(({ transport }) => transport === "mcp") ?? {}, "endpoint", "The MCP service")
}

const key = () => ({ meta: { "idempotency-key": randomUUID() } })

/** The rule of the agent: the cheapest variant that can be bought, within the price. */
async function choose(
  shop: Shop,
  { query, most, city }: ShoppingRequest,
  log: (line: string) => void
): Promise<Json> {
  log(`\n[agent] searches for "${query}"${most === undefined ? "" : ` up to ${moneyOf(most)}`}`)
  const context = { currency: "EUR", address_country: CITIES[city].address_country }
  const filters = { available: true, ...(most !== undefined && { price: { max: most } }) }
  const { products } = await shop.call("search_catalog", { catalog: { query, context, filters } })
  const variants = listIn(products).flatMap((product) => listIn(product.variants))
  const [cheapest] = variants
    .filter(
      (variant) => asObject(variant.availability).available === true && (most ?? Infinity) >= priceOf(variant)
    )
    .sort((one, other) => priceOf(one) - priceOf(other))
  if (!cheapest) throw new DemoFailure(`The store has no "${query}" for this price.`)
  log(`\n[agent] chooses ${String(asObject(cheapest.description).plain)} for ${moneyOf(priceOf(cheapest))}`)
  return cheapest
}

/** The id of a new cart with one unit of the variant. */
async function fillCart(shop: Shop, variant: Json, log: (line: string) => void): Promise<string> {
  log("\n[agent] puts it into a cart")
  const line_items = [{ item: { id: variant.id }, quantity: 1 }]
  const cart = await shop.call("create_cart", { ...key(), cart: { line_items } })
  return expectMember(cart, "id", "The cart")
}

/** A checkout of the cart that is ready, with the first shipping option. */
async function checkOut(
  shop: Shop,
  cart_id: string,
  { city }: ShoppingRequest,
  { email }: Login,
  log: (line: string) => void
): Promise<Json> {
  log(`\n[agent] checks the cart out and ships to ${city}`)
  const address = { id: "home", first_name: "Ana", last_name: "Pop", address_locality: city, ...CITIES[city] }
  const method = { type: "shipping", destinations: [address], selected_destination_id: "home" }
  const begun = await shop.call("create_checkout", {
    ...key(),
    checkout: {
      cart_id,
      line_items: [],
      buyer: { email, first_name: "Ana", last_name: "Pop" },
      fulfillment: { methods: [method] },
    },
  })
  const [offered] = listIn(asObject(begun.fulfillment).methods)
  const [option] = listIn(asObject(listIn(asObject(offered).groups)[0]).options)
  const id = expectMember(begun, "id", "The checkout")
  const selected_option_id = expectMember(asObject(option), "id", "The shipping options")
  return shop.call("update_checkout", {
    ...key(),
    id,
    checkout: { fulfillment: { methods: [{ type: "shipping", groups: [{ selected_option_id }] }] } },
  })
}

/** Asks for the checkout until the bank has settled it, at most for half a minute. */
async function paid(shop: Shop, id: string, log: (line: string) => void): Promise<Json> {
  log("\n[agent] waits until the checkout is completed")
  for (let attempt = 0; attempt < 30; attempt++) {
    const checkout = await shop.call("get_checkout", { id })
    if (checkout.status === "completed") return checkout
    await sleep(1000)
  }
  throw new DemoFailure(`The checkout ${id} is not completed after 30 s.`)
}

async function orderOf(checkout: Json, shop: Shop, log: (line: string) => void): Promise<string> {
  const id = expectMember(asObject(checkout.order), "id", "The completed checkout")
  const order = await shop.call("get_order", { id })
  log(`\n  Order      #${id}\n  Total      ${moneyOf(totalOf(order))}\n`)
  return id
}

const listIn = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asObject) : [])
const priceOf = (variant: Json): number => Number(asObject(variant.price).amount)
const totalOf = ({ totals }: Json): number =>
  Number(listIn(totals).find(({ type }) => type === "total")?.amount ?? NaN)
const moneyOf = (minor: number): string => `${(minor / 100).toFixed(2)} EUR`
