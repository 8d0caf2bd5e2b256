import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type AcpAgent, paymentFor } from "../support/acp"
import { eventually } from "../support/agent"
import { amountOf, ANA, basketOf, Buyer } from "../support/buyer"
import { sql } from "../support/database"
import {
  adoptedBy,
  completeInStorefront as complete,
  handedOver as waiting,
  handOverCart,
  MANUAL_STOREFRONT,
  loseOrderEvent,
  tokenIn,
} from "../support/hand-off"
import { runJob } from "../support/jobs"
import { callTool, newKey } from "../support/mcp"
import { adminFetch, adminGet, orderNumber, timesPlacedEventually } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { erase, erasureIn, newCustomer } from "../support/privacy"
import { closeAcpShop, openAcpShop } from "../support/shop"
import { Storefront } from "../support/storefront"
import { blockInserts, lockTable } from "../support/table-lock"
import { world } from "../support/world"

const running = inOwnWorld(MANUAL_STOREFRONT)

let buyer: Buyer
let acp: AcpAgent
let item: string
let shop: Storefront

beforeAll(async () => {
  ;({ item, agent: acp } = await openAcpShop("Astrolabe"))
  buyer = await Buyer.forGuests()
  shop = new Storefront()
})
afterAll(closeAcpShop)

const handedOver = (quantity?: number) => waiting(buyer, item, quantity)
const adopted = (quantity?: number) => adoptedBy(shop, buyer, item, quantity)

const rowsOf = (cart_id: string) =>
  sql<{ id: string }>("select id from gw_payment where cart_id = $1", [cart_id])

interface AcpHandler {
  readonly id: string
  readonly psp: string
  readonly spec: string
  readonly config_schema: string
  readonly instrument_schemas: string[]
}

/** Twelve hand-offs whose carts have orders that do not exist. Returns a function that removes them. */
async function brokenHandOffs(id: string): Promise<() => Promise<void>> {
  const copies = "generate_series(1, 12) as n"
  await sql(
    `insert into gw_session (id, kind, client_id, requested, quote, cart_id, expires_at)
     select 'broken_' || n, kind, client_id, requested, quote, 'broken_' || n, expires_at
       from gw_session, ${copies} where id = $1`,
    [id]
  )
  await sql(
    `insert into gw_storefront_hand_off
       (session_id, cart_id, provider_id, country, nonce, token_hash, expires_at)
     select 'broken_' || n, 'broken_' || n, 'pp_system_default', 'de', 'n', 'broken_' || n, now() from ${copies}`
  )
  await sql(
    `insert into order_cart (id, cart_id, order_id)
     select 'broken_' || n, 'broken_' || n, 'broken_' || n from ${copies}`
  )
  return async () => {
    await sql("delete from order_cart where id like 'broken\\_%'")
    await sql("delete from gw_session where id like 'broken\\_%'")
  }
}

const triedAt = async (id: string) =>
  (
    await sql<{ tried_at: Date | null }>(
      "select tried_at from gw_storefront_hand_off where session_id = $1",
      [id]
    )
  )[0]?.tried_at

/** The checkout expires, and its cart was taken over this many days ago; then the job checks the payment. */
async function afterDays(id: string, days: number): Promise<void> {
  await sql("update gw_session set expires_at = now() - interval '1 hour' where id = $1", [id])
  await sql(
    `update gw_storefront_hand_off set next_check_at = now(), adopted_at = now() - make_interval(days => $2)
      where session_id = $1`,
    [id, days]
  )
  await runJob("check-storefront-payments")
}

describe("a checkout that is paid in the storefront", () => {
  it("has a handler of its own in the profile [ROUTE-07]", async () => {
    const answer = await fetch(`${world().base_url}/.well-known/ucp`)
    const { ucp } = (await answer.json()) as {
      ucp: { payment_handlers: Record<string, { id: string; spec: string; schema: string }[]> }
    }
    expect(Object.values(ucp.payment_handlers).map(([handler]) => handler?.id)).toEqual(["gw_storefront"])
    const [handler] = Object.values(ucp.payment_handlers).flat()
    expect(await (await fetch(handler?.spec ?? "")).text()).toContain("# Payment in the store's own checkout")
    const { properties } = (await (await fetch(handler?.schema ?? "")).json()) as { properties: object }
    expect(Object.keys(properties)).toEqual(expect.not.arrayContaining(["credential", "save_card"]))
  })

  it("has a handler of its own in a session of ACP, with its documents [ROUTE-07]", async () => {
    const { id, capabilities } = await acp.ready([[item, 1]])
    const handlers = capabilities.payment.handlers as unknown as AcpHandler[]
    expect(handlers.map((handler) => [handler.id, handler.psp])).toEqual([
      ["gw_storefront", "pp_system_default"],
    ])
    const [{ spec = "", config_schema = "", instrument_schemas = [] } = {}] = handlers
    expect(await (await fetch(spec)).text()).toContain("# Payment in the store's own checkout")
    for (const schema of [config_schema, ...instrument_schemas])
      expect((await fetch(schema)).status).toBe(200)
    const payment_data = { ...paymentFor(id).payment_data, handler_id: "gw_storefront" }
    const { body } = await acp.send(`/checkout_sessions/${id}/complete`, { body: { payment_data } })
    expect([body.status, tokenIn(body)]).toEqual(["requires_escalation", expect.stringMatching(/^.{43}$/)])
  })

  it("is handed over to an assistant by MCP, and completed by the order [ROUTE-07]", async () => {
    const { id } = await buyer.ready([[item, 1]])
    const paying = await callTool(buyer.token, "complete_checkout", { ...newKey(), id, checkout: {} })
    expect(paying.structuredContent?.status).toBe("requires_escalation")
    const { cart_id = "" } = await shop.adopt(tokenIn(paying.structuredContent as { continue_url?: string }))
    const read = async () => (await callTool(buyer.token, "get_checkout", { id })).structuredContent
    expect((await read())?.status).toBe("complete_in_progress")
    const { order } = await shop.buy(cart_id)
    const done = await eventually(async () => {
      const now = await read()
      return now?.status === "completed" ? now : undefined
    })
    expect(done.order).toMatchObject({ id: String(order?.display_id) })
  })

  it("becomes the customer's order, and is completed by its event with the order's total [ROUTE-08]", async () => {
    const { id, cart_id } = await adopted(2)
    expect((await buyer.read(id)).status).toBe("complete_in_progress")
    const { order } = await shop.buy(cart_id)
    await eventually(async () => ((await rowsOf(cart_id)).length ? true : undefined))
    const done = await buyer.read(id)
    expect([done.status, done.order?.id]).toEqual(["completed", String(order?.display_id)])
    expect(amountOf(done, "total")).toBe(Math.round((order?.total ?? 0) * 100))
    const stored = await orderNumber(order?.display_id ?? 0)
    expect(await timesPlacedEventually(stored)).toBe(1)
    expect(stored.metadata).toMatchObject({ gw_agent: { client_id: buyer.client_id, session_id: id } })
    expect((await buyer.get(`/orders/${done.order?.id}`)).status).toBe(200)
  })

  it("leaves the cart to the customer when it is canceled afterwards, and is completed by their order [ROUTE-09]", async () => {
    const { id, cart_id } = await adopted()
    expect((await buyer.checkout(buyer.cancel(id))).status).toBe("canceled")
    const { order } = await shop.buy(cart_id)
    const done = await buyer.becomes(id, "completed")
    expect(done.order?.id).toBe(String(order?.display_id))
    expect((await buyer.cancel(id)).status).toBe(409)
  })

  it("is not changed by a server that was paused while the cart was handed over [ROUTE-09]", async () => {
    const { id } = await buyer.ready([[item, 1]])
    const carts = await lockTable("cart")
    const updating = buyer.update(id, { line_items: [{ item: { id: item }, quantity: 5 }] })
    await carts.stopped()
    const cart_id = await handOverCart(id)
    await carts.release()
    await updating
    const now = await buyer.read(id)
    expect([now.status, now.line_items.map(({ quantity }) => quantity)]).toEqual([
      "complete_in_progress",
      [1],
    ])
    expect((await shop.cart(cart_id)).items).toHaveLength(1)
  })

  it("leaves the cart to the customer who took it over while a server was canceling it [ROUTE-09]", async () => {
    const { id } = await buyer.ready([[item, 1]])
    const approvals = await lockTable("gw_approval")
    const canceling = buyer.checkout(buyer.cancel(id))
    await approvals.stopped()
    const cart_id = await handOverCart(id)
    await approvals.release()
    expect((await canceling).status).toBe("canceled")
    expect((await shop.cart(cart_id)).items).toHaveLength(1)
  })

  it("stays in progress after its expiry while the store follows the cart, and ends afterwards [ROUTE-09]", async () => {
    const { id } = await adopted()
    await afterDays(id, 7)
    expect((await buyer.read(id)).status).toBe("complete_in_progress")
    await afterDays(id, 9)
    expect((await buyer.read(id)).status).toBe("canceled")
    const [session] = await sql(
      "select 1 from gw_session where id = $1 and expires_at > now() - interval '5 minutes'",
      [id]
    )
    expect(session).toBeDefined()
  })

  it("is the only checkout of its cart session while the store follows the cart [ROUTE-09]", async () => {
    const body = { ...basketOf([[item, 1]]), buyer: ANA }
    const { id: cart_id } = await buyer.cart(buyer.send("/carts", { body }), 201)
    const convert = (status: number) =>
      buyer.checkout(buyer.send("/checkout-sessions", { body: { cart_id } }), status)
    const { id } = await convert(201)
    await handOverCart(id)
    await afterDays(id, 7)
    expect((await convert(200)).id).toBe(id)
    await afterDays(id, 9)
    expect((await convert(201)).id).not.toBe(id)
  })

  it("blocks the erasure of its customer's data until the cart has an order [ROUTE-11]", async () => {
    const customer = await newCustomer()
    const own = await Buyer.forPerson(customer)
    const { id } = await own.ready([[item, 1]])
    const checkout = await own.checkout(complete(own, id))
    const { cart_id = "" } = await shop.adopt(tokenIn(checkout))
    const refused = await erase(customer)
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining(id) as string }),
    ])
    const { obstacle } = await adminGet<{ obstacle: object }>(
      `/admin/agentic-commerce/customers/${customer.id}/obstacle`
    )
    expect(obstacle).toMatchObject({ code: "checkout_in_storefront", checkout_id: id, payment_id: null })
    expect((await shop.buy(cart_id)).type).toBe("order")
    await own.becomes(id, "completed")
    // The payment is settled a moment after the checkout is completed.
    const accepted = eventually(async () => {
      const answer = await erase(customer)
      return answer.ok ? answer : undefined
    })
    expect(await erasureIn(accepted)).toMatchObject({ obstacle: null })
  })

  it("shows what the customer has changed, and rejects changes of the agent [ROUTE-09]", async () => {
    const { id, cart_id } = await adopted()
    await shop.changeQuantity(cart_id, 3)
    const changed = await buyer.read(id)
    expect(changed.line_items.map(({ quantity }) => quantity)).toEqual([3])
    expect(amountOf(changed, "total")).toBe(Math.round((await shop.cart(cart_id)).total * 100))
    const answer = await buyer.update(id, { line_items: [{ item: { id: item }, quantity: 1 }] })
    expect(answer.status).toBeOneOf([200, 409])
    expect((await buyer.read(id)).line_items.map(({ quantity }) => quantity)).toEqual([3])
    const { order } = await shop.buy(cart_id)
    expect(amountOf(await buyer.becomes(id, "completed"), "total")).toBe(
      Math.round((order?.total ?? 0) * 100)
    )
  })

  it("is completed by the job alone when the event of the order is lost, once [ROUTE-08]", async () => {
    const { id, cart_id } = await adopted()
    const { order } = await shop.buy(cart_id)
    await loseOrderEvent(id, cart_id)
    await Promise.all(Array.from({ length: 5 }, () => runJob("find-storefront-orders")))
    expect(await rowsOf(cart_id)).toHaveLength(1)
    expect((await buyer.read(id)).order?.id).toBe(String(order?.display_id))
  })

  it("is completed by the job although more orders than it takes at once cannot be recorded [ROUTE-08]", async () => {
    const { id, cart_id } = await adopted()
    await shop.buy(cart_id)
    await loseOrderEvent(id, cart_id)
    await sql("update gw_storefront_hand_off set tried_at = now() where session_id = $1", [id])
    const remove = await brokenHandOffs(id)
    await runJob("find-storefront-orders")
    const tries = await Promise.all([triedAt("broken_1"), triedAt("broken_12")])
    await remove()
    expect(tries).toEqual([expect.any(Date), expect.any(Date)])
    expect(await rowsOf(cart_id)).toHaveLength(1)
  })

  it("is completed by reading it when the event of the order is lost [ROUTE-08]", async () => {
    const { id, cart_id } = await adopted()
    await shop.buy(cart_id)
    await loseOrderEvent(id, cart_id)
    const reads = await Promise.all(Array.from({ length: 5 }, () => buyer.read(id)))
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set(["completed"]))
    expect(await rowsOf(cart_id)).toHaveLength(1)
  })

  it("is not completed while Medusa is still completing the cart, nor when that fails [ROUTE-08]", async () => {
    const { id, cart_id } = await adopted()
    await shop.startPayment(cart_id, {}, "pp_system_default")
    const payments = await blockInserts("payment", "true")
    const completion = shop.complete(cart_id)
    await payments.stopped()
    const linked = await sql("select 1 from order_cart where cart_id = $1", [cart_id])
    await runJob("find-storefront-orders")
    const { status } = await buyer.read(id)
    const canceled = await buyer.cancel(id)
    await payments.abort()
    expect([canceled.status, canceled.body]).toMatchObject([409, { code: "request_in_progress" }])
    expect([linked.length, status, (await completion).type === "order"]).toEqual([
      1,
      "complete_in_progress",
      false,
    ])
    expect([(await buyer.read(id)).status, await rowsOf(cart_id)]).toEqual(["complete_in_progress", []])
    const { order } = await shop.buy(cart_id)
    expect((await buyer.becomes(id, "completed")).order?.id).toBe(String(order?.display_id))
  })

  it("is completed only by its own cart's order, whatever metadata another cart has [ROUTE-08]", async () => {
    const { id } = await adopted()
    const other = await shop.fillCart()
    await fetch(`${world().base_url}/store/carts/${other.id}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-publishable-api-key": world().shop.publishable_key },
      body: JSON.stringify({ metadata: { gw_agent: { client_id: buyer.client_id, session_id: id } } }),
    })
    expect((await shop.buy(other.id)).type).toBe("order")
    await runJob("find-storefront-orders")
    expect((await buyer.read(id)).status).toBe("complete_in_progress")
  })

  it("is an order that the agent can cancel, but not refund before it is captured [ROUTE-10, ROUTE-14]", async () => {
    const { id, cart_id } = await adopted()
    await shop.buy(cart_id)
    const { order } = await buyer.becomes(id, "completed")
    const refund = await buyer.send(`/orders/${order?.id}/refund`)
    expect([refund.status, refund.body]).toMatchObject([409, { code: "invalid_state" }])
    expect((await orderNumber(Number(order?.id))).status).toBe("pending")
    expect((await buyer.send(`/orders/${order?.id}/cancel`)).status).toBe(200)
    expect((await orderNumber(Number(order?.id))).status).toBe("canceled")
  })

  it("is handed over and completed on two servers alike [ROUTE-07, ROUTE-08]", async () => {
    const second = new Storefront(await running().startSecondStore())
    const { id, token } = await handedOver()
    const answers = await Promise.all([shop, second, shop, second].map((server) => server.adopt(token)))
    const [taken] = answers.filter(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    await second.buy(taken?.cart_id ?? "")
    expect((await buyer.becomes(id, "completed")).status).toBe("completed")
    expect(await rowsOf(taken?.cart_id ?? "")).toHaveLength(1)
  })

  it("is handed over by ACP as well [ROUTE-07]", async () => {
    const { id } = await acp.ready([[item, 1]])
    const { body } = await acp.send(`/checkout_sessions/${id}/complete`, { body: paymentFor(id) })
    expect(body.status).toBe("requires_escalation")
    const { cart_id = "" } = await shop.adopt(tokenIn(body))
    const { order } = await shop.buy(cart_id)
    await eventually(async () => ((await rowsOf(cart_id)).length ? true : undefined))
    const session = await acp.session(acp.send(`/checkout_sessions/${id}`, { method: "GET" }))
    expect([session.status, session.order?.id]).toEqual(["completed", String(order?.display_id)])
  })

  it("is named in the checklist [ROUTE-04]", async () => {
    const { items } = await adminGet<{ items: { id: string; state: string; findings: object[] }[] }>(
      "/admin/agentic-commerce/checklist"
    )
    expect(items.find(({ id }) => id === "payment_routes")).toMatchObject({
      state: "done",
      findings: [{ code: "storefront", data: { providers: "pp_system_default" } }],
    })
    expect(items.find(({ id }) => id === "catalog")).toMatchObject({
      state: "done",
      findings: [
        { code: "products" },
        {
          code: "regions",
          data: {
            regions: expect.arrayContaining([
              { name: "Europe", currency: "EUR", route: "storefront" },
            ]) as object,
          },
        },
      ],
    })
  })

  it("is a problem in the checklist if the store lacks the provider, named by its id [ROUTE-04]", async () => {
    const routes = [{ provider: "pp_missing_missing", route: "storefront" }]
    const other = await running().startSecondStore({ GW_PAYMENT_ROUTES: JSON.stringify(routes) })
    const answer = await adminFetch("/admin/agentic-commerce/checklist", {}, other)
    const { items } = (await answer.json()) as { items: { id: string; state: string; findings: object[] }[] }
    const found = items.find(({ id }) => id === "payment_routes")
    expect(found?.state).toBe("problem")
    expect(found?.findings).toContainEqual(
      expect.objectContaining({ code: "unknown_provider", data: { unknown: "pp_missing_missing" } })
    )
  })
})
