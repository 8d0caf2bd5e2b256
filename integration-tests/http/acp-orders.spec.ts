import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, type AcpOrder, amountOf, BERLIN, type Session } from "../support/acp"
import { eventually } from "../support/agent"
import { adminGet, orderNumber, refundInAdmin } from "../support/merchant"
import { closeAcpShop, openAcpShop } from "../support/shop"
import { inAdmin } from "../support/ucp-orders"

let agent: AcpAgent
let item: string

beforeAll(async () => {
  ;({ agent, item } = await openAcpShop("Astrolabe"))
})

afterAll(closeAcpShop)

const NOTES = "Please ring twice."

/** A completed session of two units, with the order's path in the admin API. */
async function bought(by = agent): Promise<Session & { path: string }> {
  const address = { ...BERLIN, company: "Pop SRL" }
  const { id } = await by.ready([[item, 2]], { order_notes: NOTES, fulfillment_details: { address } })
  const session = await by.authenticateBuyer(await by.session(by.complete(id)), "completed")
  const order = await orderNumber(Number(session.order?.id))
  return { ...session, path: `/orders/${order.id}` }
}

/** The order as the session shows it. */
const orderOf = async ({ id }: Session): Promise<AcpOrder> => (await agent.read(id)).order as AcpOrder

const becomes = (session: Session, is: (order: AcpOrder) => boolean) =>
  eventually(async () => {
    const order = await orderOf(session)
    return is(order) ? order : undefined
  })

/** The first line of an order in the admin and the ids of its fulfillments. */
async function inStore(path: string) {
  const { order } = await adminGet<{ order: { items: { id: string }[]; fulfillments: { id: string }[] } }>(
    `/admin${path}?fields=*items,*fulfillments`
  )
  return { line: String(order.items[0]?.id), parcels: order.fulfillments.map(({ id }) => id) }
}

/** Creates a fulfillment of one unit; returns its path in the admin API and its items. */
async function pack(path: string) {
  const { line, parcels } = await inStore(path)
  const items = [{ id: line, quantity: 1 }]
  await inAdmin(`${path}/fulfillments`, { items })
  const parcel = (await inStore(path)).parcels.find((id) => !parcels.includes(id))
  return { at: `${path}/fulfillments/${parcel}`, items }
}

const labels = [
  { tracking_number: "1Z999", tracking_url: "https://t.example/1Z999", label_url: "https://t.example/l" },
]

describe("the order of a completed session [ACP-32]", () => {
  it("is confirmed and shows the bought items, the totals and the order notes", async () => {
    const session = await bought()
    expect(session.order).toMatchObject({
      status: "confirmed",
      confirmation: { order_notes: NOTES },
      order_number: session.order?.id,
      line_items: [
        {
          id: session.line_items[0]?.id,
          unit_price: 2000,
          subtotal: 4000,
          status: "processing",
          quantity: { ordered: 2, current: 2, fulfilled: 0 },
        },
      ],
      fulfillments: [],
      adjustments: [],
      totals: session.totals,
    })
  })

  it("follows its fulfillments until every unit is delivered", async () => {
    const session = await bought()
    const first = await pack(session.path)
    const packed = await orderOf(session)
    expect([packed.status, packed.fulfillments]).toMatchObject([
      "processing",
      [
        {
          type: "shipping",
          status: "processing",
          events: [],
          line_items: [{ id: session.line_items[0]?.id, quantity: 1 }],
          destination: { ...BERLIN, state: "", company: "Pop SRL" },
        },
      ],
    ])
    await inAdmin(`${first.at}/shipments`, { items: first.items, labels })
    const sent = await orderOf(session)
    expect([sent.status, sent.line_items?.[0], sent.fulfillments?.[0]]).toMatchObject([
      "processing",
      { quantity: { ordered: 2, current: 2, fulfilled: 1 }, status: "partial" },
      { status: "shipped", tracking_number: "1Z999", tracking_url: "https://t.example/1Z999" },
    ])
    const second = await pack(session.path)
    await inAdmin(`${second.at}/shipments`, { items: second.items })
    expect((await orderOf(session)).status).toBe("shipped")
    await inAdmin(`${first.at}/mark-as-delivered`)
    expect((await orderOf(session)).status).toBe("shipped")
    await inAdmin(`${second.at}/mark-as-delivered`)
    const received = await orderOf(session)
    expect([received.status, received.line_items?.[0]?.status]).toEqual(["completed", "fulfilled"])
    for (const { status, events } of received.fulfillments ?? [])
      expect([status, events.map(({ type }) => type)]).toEqual(["delivered", ["shipped", "delivered"]])
  })

  it("stays confirmed when its only fulfillment was canceled", async () => {
    const session = await bought()
    const { at } = await pack(session.path)
    await inAdmin(`${at}/cancel`)
    const order = await orderOf(session)
    expect([order.status, order.fulfillments]).toMatchObject([
      "confirmed",
      [{ status: "canceled", events: [{ type: "canceled" }] }],
    ])
  })

  it("shows refunds and the total they leave", async () => {
    const session = await bought()
    expect((await refundInAdmin(await orderNumber(Number(session.order?.id)), 5)).status).toBe(200)
    const order = await becomes(session, ({ adjustments }) => adjustments?.[0]?.status === "completed")
    expect(order).toMatchObject({
      status: "confirmed",
      adjustments: [{ type: "refund", status: "completed", amount: 500, currency: "eur" }],
    })
    const totals = { totals: order.totals ?? [] }
    expect([amountOf(totals, "total"), amountOf(totals, "amount_refunded")]).toEqual([4500, 500])
  })

  it("is canceled and refunded when the merchant cancels it, and stays canceled when it is archived", async () => {
    const session = await bought()
    await inAdmin(`${session.path}/cancel`)
    const order = await becomes(session, ({ adjustments = [] }) =>
      adjustments.some(({ type, status }) => type === "refund" && status === "completed")
    )
    expect([order.status, order.line_items]).toMatchObject([
      "canceled",
      [{ quantity: { ordered: 2, current: 0, fulfilled: 0 }, status: "removed" }],
    ])
    const cancellation = order.adjustments?.find(({ type }) => type === "cancellation")
    const line_items = [{ id: session.line_items[0]?.id, quantity: 2 }]
    expect(cancellation).toMatchObject({ status: "completed", line_items })
    expect(amountOf({ totals: order.totals ?? [] }, "amount_refunded")).toBe(4500)
    await inAdmin(`${session.path}/archive`)
    expect(await orderOf(session)).toEqual(order)
  })

  it("is completed when the merchant completes it", async () => {
    const session = await bought()
    await inAdmin(`${session.path}/complete`)
    expect((await orderOf(session)).status).toBe("completed")
    await inAdmin(`${session.path}/archive`)
    expect((await orderOf(session)).status).toBe("completed")
  })

  it("shows only its ids and its link to a client without the order scope", async () => {
    const blind = await AcpAgent.of("admin", "acp:checkout:read acp:checkout:write")
    const { id, order } = await bought(blind)
    expect(order).toEqual({
      type: "order",
      id: order?.id,
      order_number: order?.id,
      checkout_session_id: id,
      permalink_url: expect.stringContaining(id) as string,
    })
  })
})
