import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ANA, basketOf, type Buyer, type Checkout, delivery } from "../support/buyer"
import { callTool, newKey } from "../support/mcp"
import { ProfileHost, profileIn } from "../support/profile-host"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { orderThroughUcp } from "../support/ucp-orders"

const NAMES = ["catalog.search", "catalog.lookup", "cart", "checkout", "fulfillment", "order"].map(
  (name) => `dev.ucp.shopping.${name}`
)

let buyer: Buyer
let item: string
let host: ProfileHost
beforeAll(async () => {
  ;({ item, buyer } = await openUcpShop("Lamp for two versions"))
  host = await ProfileHost.listen()
})
afterAll(async () => {
  host.close()
  await closeUcpShop()
})

interface Content {
  readonly ucp: { readonly version: string }
  readonly id: string
  readonly status: string
}

/**
 * Each result is compared with the published schemas of the version that it names, as every answer of the tests is
 * (`support/published-answers.ts`).
 */
describe.each(["2026-04-08", "2026-08-25"])("a platform that speaks UCP %s over MCP", (version) => {
  let profile: string
  beforeAll(() => {
    profile = host.publish(profileIn(version, NAMES))
  })

  /** The content of a call that succeeds in this version. */
  async function done(name: string, args: object): Promise<Content> {
    const meta = { ...newKey().meta, "ucp-agent": { profile } }
    const { isError, structuredContent } = await callTool(buyer.token, name, { ...args, meta })
    const content = structuredContent as unknown as Content
    expect([name, isError, content.ucp.version, content]).toEqual([name, undefined, version, content])
    return content
  }

  it("reads products, and creates, reads, changes and cancels carts [MCP-02, MCP-16]", async () => {
    await done("search_catalog", { catalog: { query: "Lamp for two versions" } })
    await done("lookup_catalog", { catalog: { ids: [item] } })
    await done("get_product", { catalog: { id: item } })
    const { id } = await done("create_cart", { cart: basketOf([[item, 1]]) })
    await done("update_cart", { id, cart: basketOf([[item, 2]]) })
    await done("get_cart", { id })
    expect(await done("cancel_cart", { id })).toMatchObject({ id })
  })

  it("creates, reads, changes and cancels checkouts [MCP-02]", async () => {
    const checkout = { ...basketOf([[item, 1]]), buyer: ANA, ...delivery() }
    const { id } = await done("create_checkout", { checkout })
    const begun = (await done("get_checkout", { id })) as unknown as Checkout
    const line_items = begun.line_items.map((line) => ({
      id: line.id,
      item: { id: line.item.id },
      quantity: 2,
    }))
    await done("update_checkout", { id, checkout: { ...checkout, line_items } })
    expect(await done("cancel_checkout", { id })).toMatchObject({ id, status: "canceled" })
  })

  it("reads, lists, refunds and cancels orders [MCP-02, MCP-17, MCP-18]", async () => {
    const { id } = await orderThroughUcp(buyer, { lines: [[item, 1]] })
    expect(await done("get_order", { id })).toMatchObject({ id })
    expect(await done("list_orders", { limit: 1 })).toMatchObject({ orders: [{ id }] })
    await done("refund_order", { id, amount: 1, reason: "scratched" })
    expect(await done("cancel_order", { id, reason: "changed my mind" })).toMatchObject({ id })
  })
})
