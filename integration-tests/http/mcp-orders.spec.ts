import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { allow, approvalsOf, decided } from "../support/approvals"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import { makeProduct, variant } from "../support/catalog"
import { amountOf, basketOf, Buyer, type Checkout } from "../support/buyer"
import { adminGet } from "../support/merchant"
import { callTool, type McpResult, newKey, postMcp, toolCall } from "../support/mcp"
import { refusalsOf } from "../support/policy"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { own, strict } from "../support/ucp-schemas"
import { type Bought, orderThroughUcp } from "../support/ucp-orders"

const PROFILE = strict("2026-04-08")
const OWN = own("2026-04-08")

let buyer: Buyer
let item: string
let bought: Bought
beforeAll(async () => {
  ;({ item, buyer } = await openUcpShop("Lamp to send back"))
  bought = await orderThroughUcp(buyer, { lines: [[item, 1]] })
})
afterAll(closeUcpShop)

const call = (name: string, args: object) => callTool(buyer.token, name, args)
const messagesOf = ({ structuredContent }: McpResult) =>
  (structuredContent as { messages?: { type: string; code: string }[] }).messages
/** The content of a call that succeeds. */
async function done(name: string, args: object): Promise<Record<string, unknown>> {
  const { isError, structuredContent = {} } = await call(name, args)
  expect([isError, structuredContent]).toEqual([undefined, structuredContent])
  return structuredContent
}

describe("carts over MCP", () => {
  it("are read, changed and canceled, once for a key [MCP-16]", async () => {
    const { id } = PROFILE.cart.parse(await done("create_cart", { ...newKey(), cart: basketOf([[item, 1]]) }))
    const changed = await done("update_cart", { ...newKey(), id, cart: basketOf([[item, 3]]) })
    expect(PROFILE.cart.parse(changed).line_items).toMatchObject([{ item: { id: item }, quantity: 3 }])
    expect(await done("get_cart", { id })).toEqual(changed)
    const key = newKey()
    const canceled = await done("cancel_cart", { ...key, id })
    expect(await done("cancel_cart", { ...key, id })).toEqual(canceled)
    const gone = await call("get_cart", { id })
    expect([gone.isError, messagesOf(gone)]).toMatchObject([true, [{ type: "error", code: "not_found" }]])
  })

  it("of others are not found [MCP-16]", async () => {
    const { id } = PROFILE.cart.parse(await done("create_cart", { ...newKey(), cart: basketOf([[item, 1]]) }))
    const stranger = await Buyer.forCustomer()
    for (const [name, more] of [
      ["get_cart", {}],
      ["update_cart", { cart: basketOf([[item, 9]]) }],
      ["cancel_cart", newKey()],
    ] as const) {
      const refused = await callTool(stranger.token, name, { id, ...more })
      expect([name, refused.isError, messagesOf(refused)]).toMatchObject([
        name,
        true,
        [{ code: "not_found" }],
      ])
    }
    expect(PROFILE.cart.parse(await done("get_cart", { id })).line_items[0]?.quantity).toBe(1)
  })
})

describe("orders over MCP", () => {
  it("are listed in pages whose size is a number, 20 at most [MCP-17]", async () => {
    const other = await orderThroughUcp(buyer, { lines: [[item, 1]] })
    const page = async (args: object) => OWN.orders.parse(await done("list_orders", args))
    const { orders, pagination } = await page({ limit: 1 })
    expect([orders.map(({ id }) => id), pagination.has_next_page]).toEqual([[other.id], true])
    const cursor = pagination.has_next_page ? pagination.cursor : ""
    const next = await page({ limit: 1, cursor })
    expect(next.orders.map(({ id }) => id)).toEqual([bought.id])
    // Over REST this is more than a page may have.
    expect((await page({ limit: 101 })).orders).toHaveLength(2)
    for (const limit of [0, 1.5, "x", null, {}]) {
      const refused = await call("list_orders", { limit })
      expect([limit, refused.isError, messagesOf(refused)]).toMatchObject([
        limit,
        true,
        [{ code: "invalid_params", path: "$.limit" }],
      ])
    }
  })

  it("with more than ten lines are listed with ten, without what is said of the others [MCP-17]", async () => {
    const colors = Array.from({ length: 11 }, (_, index) => `Color ${index}`)
    const { variants } = await makeProduct({
      title: "Lamp in eleven colors",
      options: [{ title: "Color", values: colors }],
      variants: colors.map((Color) => variant(20, 100, { title: Color, options: { Color } })),
    })
    const other = await orderThroughUcp(buyer, { lines: variants.map(({ id }) => [id, 1]) })
    await done("cancel_order", { ...newKey(), id: other.id, reason: "changed my mind" })
    interface Lines {
      line_items?: { id: string }[]
    }
    type Listed = Required<Lines> & {
      id: string
      fulfillment: { expectations: Lines[] }
      adjustments: Lines[]
    }
    const { orders, messages } = (await done("list_orders", { limit: 1 })) as unknown as {
      orders: Listed[]
      messages: object[]
    }
    const [listed] = orders
    const ids = listed?.line_items.map(({ id }) => id) ?? []
    expect([listed?.id, ids.length]).toEqual([other.id, 10])
    const parts = [...(listed?.fulfillment.expectations ?? []), ...(listed?.adjustments ?? [])]
    const named = parts.flatMap(({ line_items = [] }) => line_items.map(({ id }) => id))
    expect([named.length > 0, named.filter((id) => !ids.includes(id))]).toEqual([true, []])
    expect(messages).toMatchObject([{ type: "info", code: "lines_left_out" }])
    expect((await done("get_order", { id: other.id })).line_items).toHaveLength(11)
  })

  it("are refunded once for a key, over MCP and REST [MCP-18]", async () => {
    const key = newKey()
    const args = { ...key, id: bought.id, amount: 250, reason: "scratched" }
    const { ucp, ...refund } = await done("refund_order", args)
    expect(ucp).toMatchObject({ version: "2026-04-08", status: "success" })
    expect(OWN.refund.parse(refund)).toMatchObject({ order_id: Number(bought.id), currency: "EUR" })
    expect(await done("refund_order", args)).toMatchObject({ order_id: Number(bought.id) })
    const headers = { "idempotency-key": key.meta["idempotency-key"] }
    const body = { amount: 250, reason: "scratched" }
    expect((await buyer.send(`/orders/${bought.id}/refund`, { body, headers })).status).toBe(200)
    await performEffects(bought.payment_id)
    expect((await ledgerOf(bought.payment_id)).refunds.map(({ amount }) => amount)).toEqual([250])
    const other = await postMcp(toolCall("refund_order", { ...args, amount: 251 }), { token: buyer.token })
    expect([other.status, other.body.error?.data.code]).toEqual([409, "idempotency_conflict"])
    const much = await call("refund_order", { ...newKey(), id: bought.id, amount: 99_999 })
    expect([much.isError, messagesOf(much)]).toMatchObject([true, [{ code: "amount_exceeds_captured" }]])
  })

  it("are canceled once, and are refunded [MCP-18]", async () => {
    const { id, payment_id } = await orderThroughUcp(buyer, { lines: [[item, 1]] })
    const args = { ...newKey(), id: Number(id), reason: "changed my mind" }
    const canceled = PROFILE.order.parse(await done("cancel_order", args))
    expect(await done("cancel_order", args)).toMatchObject({ id: canceled.id })
    await performEffects(payment_id)
    expect((await ledgerOf(payment_id)).refunds).toHaveLength(1)
    const again = await call("cancel_order", { ...args, ...newKey() })
    expect([again.isError, messagesOf(again)]).toMatchObject([true, [{ code: "invalid_state" }]])
  })

  it("of others are not found [MCP-18]", async () => {
    const stranger = await Buyer.forGuests()
    for (const name of ["get_order", "refund_order", "cancel_order"]) {
      const refused = await callTool(stranger.token, name, { ...newKey(), id: bought.id })
      expect([name, refused.isError, messagesOf(refused)]).toMatchObject([
        name,
        true,
        [{ code: "not_found" }],
      ])
    }
  })
})

describe("the merchant's rules over MCP", () => {
  const NEW_KEY = expect.stringMatching(/ Another attempt needs a new Idempotency-Key\.$/) as string
  const complete = async (id: string) => {
    const { isError, structuredContent } = await call("complete_checkout", { ...newKey(), id, checkout: {} })
    return { isError, checkout: structuredContent as unknown as Checkout }
  }

  it("refuse a purchase above the spending limit, with the checkout, and the audit log counts it [MCP-19]", async () => {
    const { id, totals } = await buyer.ready([[item, 1]])
    const total = amountOf({ totals }, "total")
    await allow(buyer.client_id, { max_per_payment: total - 1 })
    const { isError, checkout } = await complete(id)
    expect([isError, checkout]).toMatchObject([
      true,
      {
        id,
        status: "ready_for_complete",
        messages: [{ code: "spending_limit", path: "$.totals", content: NEW_KEY }],
      },
    ])
    expect(await refusalsOf(buyer.client_id)).toMatchObject({ spending_limit: 1 })
    await allow(buyer.client_id, { max_per_payment: total })
    expect((await complete(id)).checkout.status).toBe("requires_escalation")
  })

  it("hold a purchase for the merchant's approval, which the audit log names [MCP-19]", async () => {
    const { id } = await buyer.ready([[item, 1]])
    await allow(buyer.client_id, { approval_above: 1 })
    const held = await complete(id)
    expect([held.isError, held.checkout]).toMatchObject([
      undefined,
      { id, status: "ready_for_complete", messages: [{ code: "merchant_approval_required" }] },
    ])
    const [approval] = await approvalsOf(buyer.client_id)
    expect(approval).toMatchObject({ session_id: id, status: "waiting" })
    const path = `/admin/agentic-commerce/audit?client_id=${buyer.client_id}&type=approval_requested`
    const { entries } = await adminGet<{ entries: object[] }>(path)
    expect(entries).toHaveLength(1)
    await decided(String(approval?.id), "approve")
    expect((await complete(id)).checkout.status).toBe("requires_escalation")
    await allow(buyer.client_id, null)
  })
})
