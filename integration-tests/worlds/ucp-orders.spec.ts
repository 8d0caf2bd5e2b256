import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { Buyer } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog } from "../support/catalog"
import { inOwnWorld } from "../support/own-world"
import { sql } from "../support/database"
import { adminGet } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { ProfileHost, profileIn } from "../support/profile-host"
import { kit } from "../support/purchases"
import { CARDS, authenticate } from "../support/shopper"
import { refusal } from "../support/ucp"
import {
  adjustmentsOf,
  type Bought,
  inAdmin,
  orderThroughUcp,
  readOrder,
  readOrders,
  stockUp,
} from "../support/ucp-orders"
import { strict } from "../support/ucp-schemas"
import { world } from "../support/world"

inOwnWorld({ GW_ALLOW_PRIVATE_NETWORKS: "true" })

let catalog: CatalogReader
let buyer: Buyer
let bought: Bought

beforeAll(async () => {
  catalog = await openCatalog()
  await stockUp()
  await switchSurfaces({ a2a_enabled: true })
  buyer = await Buyer.forGuests()
  bought = await orderThroughUcp(buyer, { attribution: { utm_source: "agent" } })
})
afterAll(closeCatalog)

interface MedusaOrder {
  readonly items: readonly { readonly id: string; readonly quantity: number }[]
  readonly fulfillments: readonly { readonly id: string }[]
}
const medusaOrder = async (id: string) =>
  (await adminGet<{ order: MedusaOrder }>(`/admin/orders/${id}?fields=*items,*fulfillments`)).order

describe("an order", () => {
  it("has the checkout's totals and lines, and its fulfillment state [UCP-31]", async () => {
    const order = await readOrder(buyer, bought.id)
    const { checkout } = bought
    expect(order).toMatchObject({
      id: bought.id,
      label: `#${bought.id}`,
      checkout_id: checkout.id,
      permalink_url: `${world().base_url}/gw-ucp/v1/orders/${bought.id}`,
      currency: "EUR",
      totals: checkout.totals,
      attribution: { utm_source: "agent" },
    })
    const [line] = checkout.line_items
    expect(order.line_items).toEqual([
      { ...line, quantity: { original: 2, total: 2, fulfilled: 0 }, status: "processing" },
    ])
    const option = checkout.fulfillment?.methods[0]?.groups[0]?.options[0]
    expect(order.fulfillment).toEqual({
      expectations: [
        {
          id: "delivery",
          line_items: [{ id: line?.id, quantity: 2 }],
          method_type: "shipping",
          destination: expect.objectContaining({
            address_locality: "Berlin",
            address_country: "DE",
          }) as object,
          description: option?.title,
        },
      ],
      events: [],
    })
    expect(order).not.toHaveProperty("adjustments")
    expect(order).not.toHaveProperty("messages")
  })

  it("is also found by Medusa's id, and at the mirror", async () => {
    const order = await readOrder(buyer, bought.id)
    expect(await readOrder(buyer, bought.order_id)).toEqual(order)
    buyer.root = "/gw-ucp/orders/v1"
    expect(await readOrder(buyer, bought.id)).toEqual(order)
    buyer.root = "/gw-ucp/v1"
  })

  it("is returned in the platform's version", async () => {
    const host = await ProfileHost.listen()
    const agent = host.publish(profileIn("2026-08-25", ["dev.ucp.shopping.order"]))
    const headers = { "ucp-agent": `profile="${agent}"` }
    const { body } = await buyer.send(`/orders/${bought.id}`, { method: "GET", headers })
    expect(strict("2026-08-25").order.parse(body).id).toBe(bought.id)
    host.close()
  })

  it("shows its fulfillments: shipped with tracking, and delivered", async () => {
    const { id, order_id } = await orderThroughUcp(buyer)
    const { items } = await medusaOrder(order_id)
    const [item] = items
    const one = { items: [{ id: item?.id, quantity: 1 }] }
    await inAdmin(`/orders/${order_id}/fulfillments`, one)
    const [parcel] = (await medusaOrder(order_id)).fulfillments
    expect((await readOrder(buyer, id)).fulfillment.events).toEqual([])
    const labels = [
      { tracking_number: "1Z999", tracking_url: "https://t.example/1Z999", label_url: "https://t.example/l" },
    ]
    await inAdmin(`/orders/${order_id}/fulfillments/${parcel?.id}/shipments`, { ...one, labels })
    const shipped = await readOrder(buyer, id)
    expect(shipped.line_items[0]).toMatchObject({
      quantity: { original: 2, total: 2, fulfilled: 1 },
      status: "partial",
    })
    const part = [{ id: shipped.line_items[0]?.id, quantity: 1 }]
    const tracking = { tracking_number: "1Z999", tracking_url: "https://t.example/1Z999" }
    expect(shipped.fulfillment.events).toMatchObject([{ type: "shipped", line_items: part, ...tracking }])
    await inAdmin(`/orders/${order_id}/fulfillments/${parcel?.id}/mark-as-delivered`)
    const { events } = (await readOrder(buyer, id)).fulfillment
    expect(events.map(({ type }) => type)).toEqual(["shipped", "delivered"])
    expect(events[0]).toEqual(shipped.fulfillment.events[0])
  })

  it("shows the units of a kit, not its parts", async () => {
    const { id, order_id } = await orderThroughUcp(buyer, { lines: [[await kit(catalog, "Orrery"), 3]] })
    const [item] = (await medusaOrder(order_id)).items
    const two = { items: [{ id: item?.id, quantity: 2 }] }
    await inAdmin(`/orders/${order_id}/fulfillments`, two)
    const [parcel] = (await medusaOrder(order_id)).fulfillments
    await inAdmin(`/orders/${order_id}/fulfillments/${parcel?.id}/shipments`, two)
    const { line_items, fulfillment } = await readOrder(buyer, id)
    expect(line_items[0]?.quantity).toEqual({ original: 3, total: 3, fulfilled: 2 })
    expect(fulfillment.events).toMatchObject([
      { type: "shipped", line_items: [{ id: line_items[0]?.id, quantity: 2 }] },
    ])
  })

  it("shows a canceled fulfillment", async () => {
    const { id, order_id } = await orderThroughUcp(buyer)
    const { items } = await medusaOrder(order_id)
    await inAdmin(`/orders/${order_id}/fulfillments`, { items: [{ id: items[0]?.id, quantity: 2 }] })
    const [parcel] = (await medusaOrder(order_id)).fulfillments
    await inAdmin(`/orders/${order_id}/fulfillments/${parcel?.id}/cancel`)
    const order = await readOrder(buyer, id)
    expect(order.fulfillment.events.map(({ type }) => type)).toEqual(["canceled"])
    expect(order.line_items[0]?.status).toBe("processing")
  })

  it("shows returns, requested and received", async () => {
    const { id, order_id } = await orderThroughUcp(buyer)
    const { items } = await medusaOrder(order_id)
    const all = { items: [{ id: items[0]?.id, quantity: 2 }] }
    const one = { items: [{ id: items[0]?.id, quantity: 1 }] }
    await inAdmin(`/orders/${order_id}/fulfillments`, all)
    const [parcel] = (await medusaOrder(order_id)).fulfillments
    await inAdmin(`/orders/${order_id}/fulfillments/${parcel?.id}/shipments`, all)
    const [place] = await sql<{ id: string }>("select id from stock_location where deleted_at is null")
    const location_id = place?.id
    const made = await inAdmin<{ return: { id: string } }>("/returns", { order_id, location_id })
    await inAdmin(`/returns/${made.return.id}/request-items`, one)
    expect(adjustmentsOf(await readOrder(buyer, id), "return")).toEqual([])
    await inAdmin(`/returns/${made.return.id}/request`)
    const requested = adjustmentsOf(await readOrder(buyer, id), "return")
    expect(requested).toMatchObject([{ status: "pending", line_items: [{ quantity: -1 }] }])
    await inAdmin(`/returns/${made.return.id}/receive`)
    await inAdmin(`/returns/${made.return.id}/receive-items`, one)
    await inAdmin(`/returns/${made.return.id}/receive/confirm`)
    const order = await readOrder(buyer, id)
    expect(adjustmentsOf(order, "return")).toMatchObject([{ id: requested[0]?.id, status: "completed" }])
    expect(order.line_items[0]).toMatchObject({
      quantity: { original: 2, total: 1, fulfilled: 1 },
      status: "fulfilled",
    })
  })

  it("shows a dispute", async () => {
    const { id } = await orderThroughUcp(buyer, { card: CARDS.disputed })
    const [dispute] = await eventually(async () => {
      const disputes = adjustmentsOf(await readOrder(buyer, id), "dispute")
      return disputes.length ? disputes : undefined
    })
    expect(dispute).toMatchObject({ status: "pending", totals: [{ type: "total" }] })
    expect(dispute?.totals?.[0]?.amount).toBeLessThan(0)
  })
})

describe("access to an order", () => {
  const NOT_FOUND = refusal("not_found", 404, { id: expect.any(String) as string })
  const READ = "dev.ucp.shopping.order:read"
  const READ_ALL = "dev.ucp.shopping.order.all:read"
  const MANAGE = "dev.ucp.shopping.order:manage"

  it("is denied to another client, which gets the same 404 as for an unknown order [OWN-01]", async () => {
    const other = await Buyer.forGuests()
    for (const name of [bought.id, bought.order_id, "999999", "order_unknown"]) {
      const { status, body } = await other.get(`/orders/${name}`)
      expect([name, status, body]).toEqual([name, 404, NOT_FOUND])
      for (const act of ["cancel", "refund"])
        expect((await other.send(`/orders/${name}/${act}`)).status).toBe(404)
    }
    expect((await readOrders(other)).orders).toEqual([])
  })

  it("is denied to another client of the same customer, also to cancel and refund it [OWN-01, OWN-02]", async () => {
    const [own, other] = [await Buyer.forCustomer(), await Buyer.withScopes(READ, MANAGE)]
    const { id, order_id, checkout } = await orderThroughUcp(own)
    for (const name of [id, order_id, "999999"]) {
      expect(await other.get(`/orders/${name}`)).toMatchObject({ status: 404, body: NOT_FOUND })
      for (const act of ["cancel", "refund"])
        expect(await other.send(`/orders/${name}/${act}`)).toMatchObject({ status: 404, body: NOT_FOUND })
    }
    expect((await readOrders(other)).orders).toEqual([])
    expect((await buyer.get(`/orders/${id}`)).status).toBe(404)
    expect((await readOrders(own, `?checkout_id=${checkout.id}`)).ids).toEqual([id])
    expect((await own.send(`/orders/${id}/refund`, { body: { amount: 100 } })).status).toBe(200)
  })

  it("is given to another client of the customer by a scope of its own, only to read [OWN-03, OWN-04]", async () => {
    const [own, reader] = [await Buyer.forCustomer(), await Buyer.withScopes(READ, READ_ALL, MANAGE)]
    const { id, order_id, checkout } = await orderThroughUcp(own)
    expect((await readOrder(reader, id)).checkout_id).toBe(checkout.id)
    expect((await readOrders(reader, `?checkout_id=${checkout.id}`)).ids).toEqual([id])
    for (const name of [id, order_id, "999999"])
      for (const act of ["cancel", "refund"])
        expect(await reader.send(`/orders/${name}/${act}`)).toMatchObject({ status: 404, body: NOT_FOUND })
    expect((await reader.get(`/orders/${bought.id}`)).status).toBe(404)
    expect((await own.send(`/orders/${id}/cancel`)).status).toBe(200)
  })

  it("needs the scope to read orders even with the scope for all of them [OWN-03]", async () => {
    const reader = await Buyer.withScopes(READ_ALL)
    expect((await reader.get("/orders")).status).toBe(403)
    expect((await (await Buyer.withScopes(READ)).get("/orders")).status).toBe(200)
  })

  it("is given to no UCP client when the order came from elsewhere or is not paid [OWN-01]", async () => {
    const agent = await Agent.withScopes("a2a:payments:create", "a2a:payments:read")
    const { artifacts } = await agent.createPayment()
    await authenticate(artifacts.sca_redirect_url)
    expect((await buyer.get(`/orders/${artifacts.shop_order_id}`)).status).toBe(404)
    const { id } = await buyer.ready([["MUG-SAND", 1]])
    await buyer.checkout(buyer.complete(id))
    const [row] = await sql<{ order_id: string }>(
      "select p.order_id from gw_session s join gw_payment p on p.id = s.payment_id where s.id = $1",
      [id]
    )
    expect((await buyer.get(`/orders/${row?.order_id}`)).status).toBe(404)
    expect((await readOrders(buyer, `?checkout_id=${id}`)).orders).toEqual([])
  })

  it.each([
    "0",
    "-1",
    "1.5",
    "2147483648",
    "99999999999999999999",
    "%00",
    "order_",
    "none",
    "1042%20",
    "..%2f1",
  ])("answers 404 for %s", async (id) => {
    expect((await buyer.get(`/orders/${id}`)).status).toBe(404)
  })
})

describe("the list of orders", () => {
  it("starts with the newest, in pages without repeats or gaps [UCP-30]", async () => {
    const platform = await Buyer.forGuests()
    const [first, second, third] = [
      await orderThroughUcp(platform),
      await orderThroughUcp(platform),
      await orderThroughUcp(platform),
    ]
    const all = await readOrders(platform)
    expect([all.ids, all.pagination]).toEqual([[third.id, second.id, first.id], { has_next_page: false }])
    expect(all.orders[2]).toEqual(withoutEnvelope(await readOrder(platform, first.id)))
    const page = await readOrders(platform, "?limit=2")
    expect(page.ids).toEqual([third.id, second.id])
    const { cursor = "" } = page.pagination as { cursor?: string }
    const rest = await readOrders(platform, `?limit=2&cursor=${cursor}`)
    expect([rest.ids, rest.pagination]).toEqual([[first.id], { has_next_page: false }])
  })

  it("is filtered by status, payment status, checkout and time", async () => {
    const platform = await Buyer.forGuests()
    const [open, canceled, refunded, part, closed] = [
      await orderThroughUcp(platform),
      await orderThroughUcp(platform),
      await orderThroughUcp(platform),
      await orderThroughUcp(platform),
      await orderThroughUcp(platform),
    ]
    await platform.send(`/orders/${canceled.id}/cancel`)
    await platform.send(`/orders/${refunded.id}/refund`)
    await platform.send(`/orders/${part.id}/refund`, { body: { amount: 100 } })
    await inAdmin(`/orders/${closed.order_id}/complete`)
    const listed = async (query: string) => (await readOrders(platform, `?${query}`)).ids
    expect(await listed("status=open")).toEqual([part.id, refunded.id, open.id])
    expect(await listed("status=completed")).toEqual([closed.id])
    expect(await listed("status=canceled")).toEqual([canceled.id])
    expect(await listed("payment_status=captured")).toEqual([closed.id, open.id])
    expect(await listed("payment_status=refunded")).toEqual([refunded.id, canceled.id])
    expect(await listed("payment_status=partially_refunded")).toEqual([part.id])
    expect(await listed("payment_status=authorized")).toEqual([])
    expect(await listed("payment_status=refunded&status=open")).toEqual([refunded.id])
    expect(await listed(`checkout_id=${part.checkout.id}`)).toEqual([part.id])
    expect(await listed("created_from=2000-01-01T00:00:00Z&created_to=2000-01-02T00:00:00Z")).toEqual([])
    expect(await listed("created_from=2000-01-01T00:00:00%2B02:00")).toHaveLength(5)
  })

  it.each([
    ["status=paid", "status"],
    ["payment_status=pending", "payment_status"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=ten", "limit"],
    ["cursor=", "cursor"],
    ["cursor=abc", "cursor"],
    ["created_from=yesterday", "created_from"],
    ["created_to=2026-02-30T00:00:00Z", "created_to"],
    ["checkout_id=", "checkout_id"],
    ["color=red", "color"],
  ])("rejects %s with 400 and the reason", async (query, path) => {
    const { status, body } = await buyer.get(`/orders?${query}`)
    expect(status).toBe(400)
    expect(strict("2026-04-08").refusal.parse(body)).toMatchObject({
      code: "invalid_params",
      data: { issues: [{ path }] },
    })
  })
})

function withoutEnvelope({ ucp: _, ...order }: { ucp: unknown }): object {
  return order
}
