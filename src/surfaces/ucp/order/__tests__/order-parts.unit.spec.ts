import { describe, expect, it } from "vitest"
import type { QuotedLine } from "../../../../modules/agent/models/session"
import type { AgentOrder } from "../../../../queries/order/agent-orders"
import {
  CANCEL_MARK,
  type Parcel,
  type PlacedLine,
  type PlacedOrder,
} from "../../../../queries/order/placed-orders"
import { orderLines } from "../../../../queries/order/agent-order-lines"
import { deliveryView } from "../fulfillment-view"
import { adjustmentsView, orderLinesView } from "../order-view"

const quoted = (id: string, quantity: number): QuotedLine => ({
  id,
  quantity,
  variant_id: `variant_${id}`,
  title: id,
  image_url: null,
  unit_price: 500,
  subtotal: 500 * quantity,
  discount: 0,
  total: 500 * quantity,
})

const placedLine = (mark: string, quantity: number, more: Partial<PlacedLine> = {}): PlacedLine => ({
  mark,
  quantity,
  requires_shipping: true,
  shipped: 0,
  returned: 0,
  ...more,
})

const parcel = (more: Partial<Parcel>): Parcel => ({
  id: "ful_1",
  shipped_at: null,
  delivered_at: null,
  canceled_at: null,
  tracking: null,
  parts: [{ mark: "li_1", quantity: 1 }],
  ...more,
})

const order = {
  disputes: [],
  quote: { lines: [quoted("li_1", 3)], options: [{ id: "so_1", title: "By bike" }] },
  requested: { delivery: { selected_option_id: "so_1" } },
} as unknown as AgentOrder

const placed = (more: Partial<PlacedOrder> = {}): PlacedOrder => ({
  id: "order_1",
  status: "pending",
  canceled_at: null,
  metadata: null,
  shipping_address: { city: "Berlin", country_code: "de", address_2: "" },
  lines: [placedLine("li_1", 3)],
  parcels: [],
  returns: [],
  ...more,
})

const quantitiesOf = (line: PlacedLine | undefined, more: Partial<PlacedOrder> = {}) => {
  const lines = orderLines(order, placed({ lines: line ? [line] : [], ...more }))
  return orderLinesView(lines)[0] as { quantity: object; status: string }
}

describe("the status of an order line", () => {
  it.each([
    ["nothing is shipped", placedLine("li_1", 3), [3, 0], "processing"],
    ["one unit is shipped", placedLine("li_1", 3, { shipped: 1 }), [3, 1], "partial"],
    ["all units are shipped", placedLine("li_1", 3, { shipped: 3 }), [3, 3], "fulfilled"],
    ["one of them is returned", placedLine("li_1", 3, { shipped: 3, returned: 1 }), [2, 2], "fulfilled"],
    ["all units are returned", placedLine("li_1", 3, { shipped: 3, returned: 3 }), [0, 0], "removed"],
    ["the merchant added one unit", placedLine("li_1", 4), [4, 0], "processing"],
    ["the merchant removed the line", undefined, [0, 0], "removed"],
  ] as const)("follows the quantities when %s", (_, line, [total, fulfilled], status) => {
    expect(quantitiesOf(line)).toMatchObject({ quantity: { original: 3, total, fulfilled }, status })
  })

  it("is removed when the order is canceled", () => {
    expect(quantitiesOf(placedLine("li_1", 3), { status: "canceled" }).status).toBe("removed")
  })
})

describe("the fulfillment of an order", () => {
  const viewOf = (more: Partial<PlacedOrder>) => {
    const one = placed(more)
    return deliveryView(order, one, orderLines(order, one)) as {
      expectations: { line_items: object[]; destination: object; description?: string }[]
      events: { id: string; type: string; line_items: object[]; tracking_url?: string }[]
    }
  }

  it("expects all lines with the chosen shipping option, at the address without its empty members", () => {
    expect(viewOf({}).expectations).toMatchObject([
      { line_items: [{ id: "li_1", quantity: 3 }], description: "By bike" },
    ])
    const { destination } = viewOf({}).expectations[0] ?? {}
    expect(destination).toEqual({ address_locality: "Berlin", address_country: "DE" })
  })

  it("has no expectations for a canceled order", () => {
    expect(viewOf({ status: "canceled" }).expectations).toEqual([])
  })

  it("expects lines that need no shipping when a shipping option was chosen", () => {
    const lines = [placedLine("li_1", 3, { requires_shipping: false })]
    expect(viewOf({ lines }).expectations).toHaveLength(1)
  })

  it("lists events by time, with stable ids", () => {
    const first = parcel({
      shipped_at: new Date("2026-11-20T10:00:00Z"),
      delivered_at: new Date("2026-11-22T10:00:00Z"),
    })
    const second = parcel({ id: "ful_2", shipped_at: new Date("2026-11-21T10:00:00Z") })
    expect(viewOf({ parcels: [first, second] }).events.map(({ id }) => id)).toEqual([
      "ful_1_shipped",
      "ful_2_shipped",
      "ful_1_delivered",
    ])
  })

  it("omits lines the agent did not order, and tracking URLs that are no URLs", () => {
    const tracking = { tracking_number: "1Z", tracking_url: "#" }
    const parts = [
      { mark: "li_1", quantity: 1 },
      { mark: "ordli_added", quantity: 1 },
    ]
    const shipped_at = new Date("2026-11-20T10:00:00Z")
    const foreign = parcel({ id: "ful_2", shipped_at, parts: [{ mark: "ordli_added", quantity: 1 }] })
    expect(viewOf({ parcels: [parcel({ shipped_at, tracking, parts }), foreign] }).events).toEqual([
      {
        id: "ful_1_shipped",
        occurred_at: shipped_at.toISOString(),
        type: "shipped",
        tracking_number: "1Z",
        line_items: [{ id: "li_1", quantity: 1 }],
      },
    ])
  })
})

describe("the adjustments of an order", () => {
  const viewOf = (disputes: AgentOrder["disputes"], more: Partial<PlacedOrder> = {}) => {
    const one = placed(more)
    const known = { order: { ...order, disputes }, placed: one, refunds: [], refund_needs_approval: false }
    return adjustmentsView(known, orderLines(order, one))
  }

  it.each([
    ["open", "pending"],
    ["lost", "completed"],
    ["won", "failed"],
  ])("report a dispute that is %s as %s", (status, expected) => {
    const dispute = { id: "dp_1", amount: 500, reason: "fraud", status, at: "2026-11-22T10:00:00Z" }
    expect(viewOf([dispute])).toMatchObject([
      { type: "dispute", status: expected, totals: [{ type: "total", amount: -500 }], description: "fraud" },
    ])
  })

  it("report a cancellation, with the agent's reason when there is one", () => {
    const canceled = { status: "canceled", canceled_at: "2026-11-22T10:00:00Z" }
    const line_items = [{ id: "li_1", quantity: -3 }]
    expect(viewOf([], canceled)).toEqual([
      {
        id: "cancel_order_1",
        type: "cancellation",
        status: "completed",
        line_items,
        occurred_at: "2026-11-22T10:00:00.000Z",
      },
    ])
    const metadata = { [CANCEL_MARK]: { id: "op_1", reason: "Too late" } }
    expect(viewOf([], { ...canceled, metadata })).toMatchObject([{ description: "Too late" }])
    expect(viewOf([], { metadata })).toEqual([])
  })
})
