import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { ANA, basketOf, Buyer, CARD, type Checkout, delivery } from "../support/buyer"
import { fault } from "../support/bank-ledger"
import { callTool, expectAdvice, type McpResult, newKey, postMcp, stateless, toolCall } from "../support/mcp"
import { type McpClient, newMcpClient, oldMcpClient } from "../support/mcp-clients"
import { expectToolCall, expectToolResponse } from "../support/mcp-schemas"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { authenticate } from "../support/shopper"
import { strict } from "../support/ucp-schemas"

const PROFILE = strict("2026-04-08")

let buyer: Buyer
let item: string
beforeAll(async () => {
  ;({ item } = await openUcpShop("Lamp for assistants"))
  buyer = await Buyer.forCustomer()
})
afterAll(closeUcpShop)

const basket = () => ({ ...basketOf([[item, 2]]), buyer: ANA, ...delivery() })
const chosen = ({ fulfillment }: Checkout) => ({
  fulfillment: {
    methods: [
      {
        type: "shipping",
        groups: [{ selected_option_id: fulfillment?.methods[0]?.groups[0]?.options[0]?.id }],
      },
    ],
  },
})

/** The checkout in a result, which must have UCP's exact form. */
const checkoutIn = ({ structuredContent }: McpResult): Checkout => PROFILE.checkout.parse(structuredContent)

const CLIENTS: [string, (token: string) => Promise<McpClient>][] = [
  [
    "@modelcontextprotocol/client 2.4, pinned to 2026-07-28",
    (token) => newMcpClient(token, { pin: "2026-07-28" }),
  ],
  ["@modelcontextprotocol/client 2.4, automatic", (token) => newMcpClient(token, "auto")],
  ["@modelcontextprotocol/client 2.4, older versions", (token) => newMcpClient(token, "legacy")],
  ["@modelcontextprotocol/sdk 1.32", (token) => oldMcpClient(token)],
]

describe.each(CLIENTS)("the official client %s", (_, connect) => {
  it("searches, buys and reads the order [MCP-01, MCP-02]", async () => {
    const client = await connect(buyer.token)
    const found = await client.call("search_catalog", { catalog: { query: "Lamp for assistants" } })
    expect(PROFILE.search.parse(found.structuredContent).products.length).toBeGreaterThan(0)
    const begun = checkoutIn(await client.call("create_checkout", { ...newKey(), checkout: basket() }))
    const ready = checkoutIn(
      await client.call("update_checkout", { ...newKey(), id: begun.id, checkout: chosen(begun) })
    )
    expect(ready.status).toBe("ready_for_complete")
    const payment = { instruments: [CARD] }
    const paying = await client.call("complete_checkout", {
      ...newKey(),
      id: begun.id,
      checkout: { payment },
    })
    const { status, continue_url = "" } = checkoutIn(paying)
    expect(status).toBe("requires_escalation")
    await authenticate(continue_url)
    const { order } = await eventually(async () => {
      const now = checkoutIn(await client.call("get_checkout", { id: begun.id }))
      return now.status === "completed" ? now : undefined
    })
    const read = await client.call("get_order", { id: order?.id })
    expect(PROFILE.order.parse(read.structuredContent).checkout_id).toBe(begun.id)
    await client.close()
  })
})

describe("customer authentication over MCP", () => {
  const escalated = async () => {
    const { id } = await buyer.ready([[item, 1]])
    const key = newKey()
    return { id, key, paying: await callTool(buyer.token, "complete_checkout", { ...key, id, checkout: {} }) }
  }

  it("instructs the model to give the buyer the link, and not to ask for card data [MCP-10]", async () => {
    const { paying } = await escalated()
    const { continue_url = "" } = checkoutIn(paying)
    expectAdvice(paying, { person: "buyer", url: continue_url, poll: "get_checkout" })
  })

  it("answers a repeated completion with the completed checkout, and REST still refuses it [MCP-11]", async () => {
    const { id, key: same, paying } = await escalated()
    await authenticate(checkoutIn(paying).continue_url ?? "")
    await buyer.becomes(id, "completed")
    for (const key of [same, newKey(), {}]) {
      const again = await callTool(buyer.token, "complete_checkout", { ...key, id, checkout: {} })
      expect(again.isError).toBeUndefined()
      expect(checkoutIn(again)).toMatchObject({ id, status: "completed" })
      expect(again.content).toHaveLength(1)
    }
    expect((await buyer.complete(id)).status).toBe(409)
  })

  it("answers a repeated completion with the checkout as it is now after a decline, and not with a dead link [MCP-11]", async () => {
    const { id, key, paying } = await escalated()
    await authenticate(checkoutIn(paying).continue_url ?? "", "decline")
    await buyer.becomes(id, "ready_for_complete")
    const again = await callTool(buyer.token, "complete_checkout", { ...key, id, checkout: {} })
    expect(checkoutIn(again)).toMatchObject({ id, status: "ready_for_complete" })
    expect(JSON.stringify(again.structuredContent)).toContain("payment_failed")
    expect(again.content).toHaveLength(1)
  })

  it("answers the repeated completion of a payment that was refused with the checkout that another one completed [MCP-11]", async () => {
    const { id } = await buyer.ready([[item, 1]])
    const [refused, next] = [newKey(), newKey()]
    const complete = (key: object) => callTool(buyer.token, "complete_checkout", { ...key, id, checkout: {} })
    await fault({ scope: { operation: "create", times: 1 }, api: { status: 422 } })
    for (const _ of [1, 2]) {
      const { isError, structuredContent } = await complete(refused)
      expect([isError, structuredContent?.messages]).toMatchObject([true, [{ code: "payment_failed" }]])
    }
    await authenticate(checkoutIn(await complete(next)).continue_url ?? "")
    await buyer.becomes(id, "completed")
    expect(checkoutIn(await complete(refused))).toMatchObject({ id, status: "completed" })
  })

  it("refuses to complete a checkout that was canceled after the first completion, also with the same key [MCP-11]", async () => {
    const { id, key } = await escalated()
    expect((await buyer.checkout(buyer.cancel(id))).status).toBe("canceled")
    const again = await callTool(buyer.token, "complete_checkout", { ...key, id, checkout: {} })
    expect(again.isError).toBe(true)
    expect(again.structuredContent?.messages).toMatchObject([{ type: "error", code: "invalid_state" }])
  })

  it("refuses to complete a canceled checkout [MCP-11]", async () => {
    const { id } = await buyer.ready([[item, 1]])
    await callTool(buyer.token, "cancel_checkout", { ...newKey(), id })
    for (const key of [newKey(), {}]) {
      const { isError, structuredContent } = await callTool(buyer.token, "complete_checkout", { ...key, id })
      expect(isError).toBe(true)
      expect(structuredContent?.messages).toMatchObject([{ type: "error", code: "invalid_state" }])
    }
  })

  it("names what a checkout needs, and whether another attempt needs a new key [MCP-13]", async () => {
    const body = { line_items: [{ item: { id: item }, quantity: 1 }] }
    const { id } = await buyer.checkout(buyer.send(buyer.checkouts, { body }), 201)
    for (const [key, advice] of [
      [newKey(), /\. Another attempt needs a new Idempotency-Key\.$/],
      [{}, /\. For another attempt, send the call again\.$/],
    ] as const) {
      const refused = await callTool(buyer.token, "complete_checkout", { ...key, id, checkout: {} })
      expect([refused.isError, refused.structuredContent?.messages]).toMatchObject([
        true,
        [
          { content: expect.stringMatching(advice) as string },
          { path: "$.fulfillment.methods[0].selected_destination_id" },
        ],
      ])
    }
  })

  it("refuses to complete a checkout with an AP2 mandate, which the store does not verify [UCP-67]", async () => {
    const { id } = await buyer.ready([[item, 1]])
    const checkout = { ap2: { checkout_mandate: "header.payload.signature~kb_signature" } }
    const args = { ...newKey(), id, checkout }
    const { isError, structuredContent } = await callTool(buyer.token, "complete_checkout", args)
    expect(isError).toBe(true)
    expect(JSON.stringify(structuredContent)).toContain("AP2")
    const read = await callTool(buyer.token, "get_checkout", { id })
    expect(checkoutIn(read).status).toBe("ready_for_complete")
  })

  it("asks a client that opens links to show it, and then reads the checkout anew [MCP-12]", async () => {
    const opened: string[] = []
    const client = await newMcpClient(buyer.token, { pin: "2026-07-28" }, { opened })
    const { id } = await buyer.ready([[item, 1]])
    const paying = checkoutIn(await client.call("complete_checkout", { ...newKey(), id, checkout: {} }))
    expect(opened).toEqual([paying.continue_url])
    expect(paying.status).toBe("requires_escalation")
    await authenticate(opened[0] ?? "")
    await buyer.becomes(id, "completed")
    await client.close()
  })

  it("does not replay the earlier answer to a client that has shown the link [MCP-12]", async () => {
    const { id } = await buyer.ready([[item, 1]])
    const args = { ...newKey(), id, checkout: {} }
    const opens = { elicitation: { url: {} } }
    const first = stateless("tools/call", { name: "complete_checkout", arguments: args }, opens)
    const asked = await postMcp(first.body, { token: buyer.token, headers: first.headers })
    const { url } = (asked.body.result as unknown as Asked).inputRequests.authentication.params
    expect(asked.body.result).toMatchObject({ resultType: "input_required" })
    await authenticate(url)
    await buyer.becomes(id, "completed")
    const inputResponses = { authentication: { action: "accept" } }
    const resumed = stateless(
      "tools/call",
      { name: "complete_checkout", arguments: args, inputResponses },
      opens
    )
    const { body } = await postMcp(resumed.body, { token: buyer.token, headers: resumed.headers })
    expect(body.result).toMatchObject({ resultType: "complete" })
    expect(checkoutIn(body.result ?? {}).status).toBe("completed")
  })
})

interface Asked {
  readonly inputRequests: { readonly authentication: { readonly params: { readonly url: string } } }
}

describe("REST and MCP", () => {
  it("are one: a purchase begins over REST and ends over MCP, and the other way round [MCP-03]", async () => {
    const { id } = await buyer.ready([[item, 1]])
    const paying = checkoutIn(await callTool(buyer.token, "complete_checkout", { ...newKey(), id }))
    await authenticate(paying.continue_url ?? "")
    expect(await buyer.becomes(id, "completed")).toMatchObject({ id })

    const begun = checkoutIn(await callTool(buyer.token, "create_checkout", { checkout: basket() }))
    await buyer.choose(begun)
    const { continue_url = "" } = await buyer.checkout(buyer.complete(begun.id))
    await authenticate(continue_url)
    const read = async () => checkoutIn(await callTool(buyer.token, "get_checkout", { id: begun.id }))
    await eventually(async () => ((await read()).status === "completed" ? true : undefined))
  })

  it("create one checkout for one idempotency key, also at the same time [MCP-04]", async () => {
    const key = newKey()
    const headers = { "idempotency-key": key.meta["idempotency-key"] }
    const spaced = JSON.stringify(basket(), null, 2)
    const calls = Array.from({ length: 10 }, async (_, index) => {
      if (index % 2) return (await buyer.send("/checkout-sessions", { body: spaced, headers })).body.id
      return checkoutIn(await callTool(buyer.token, "create_checkout", { ...key, checkout: basket() })).id
    })
    expect(new Set(await Promise.all(calls)).size).toBe(1)
  })

  it("refuse one key for two requests [MCP-04]", async () => {
    const key = newKey()
    await callTool(buyer.token, "create_checkout", { ...key, checkout: basket() })
    const other = { ...key, checkout: { ...basket(), ...basketOf([[item, 3]]) } }
    const { status, body } = await postMcp(toolCall("create_checkout", other), { token: buyer.token })
    expect([status, body.error?.code, body.error?.data.code]).toEqual([409, -32000, "idempotency_conflict"])
  })
})

it("sends and receives the envelopes of UCP's MCP binding [MCP-02]", async () => {
  const call = toolCall("create_cart", {
    meta: { "ucp-agent": { profile: "https://platform.example/profile.json" } },
    cart: basketOf([[item, 1]]),
  })
  expectToolCall(call)
  const { body } = await postMcp(toolCall("create_cart", { cart: basketOf([[item, 1]]) }), {
    token: buyer.token,
  })
  expectToolResponse(body)
  expect(PROFILE.cart.parse(body.result?.structuredContent).line_items).toHaveLength(1)
  const none = await postMcp(toolCall("get_cart", { id: "cart_none" }), { token: buyer.token })
  expectToolResponse(none.body)
  expect(none.body.result).toMatchObject({ isError: true, structuredContent: { ucp: { status: "error" } } })
})
