import { describe, expect, it } from "vitest"
import type { QuotedLine } from "../../../../modules/agent/models/session"
import type { AgentOrder } from "../../../../queries/order/agent-orders"
import type { Parcel, PlacedLine, PlacedOrder } from "../../../../queries/order/placed-orders"
import { progressView } from "../order-view"

const AT = "2026-11-22T10:00:00.000Z"
const ON = new Date(AT)

const quoted: QuotedLine = {
  id: "li_1",
  quantity: 2,
  variant_id: "variant_1",
  title: "Gnomon",
  image_url: null,
  unit_price: 500,
  subtotal: 1000,
  discount: 0,
  total: 1000,
}

const order = (more: Partial<AgentOrder> = {}) =>
  ({
    disputes: [],
    quote: {
      lines: [quoted],
      options: [{ id: "so_1", title: "By bike" }],
      currency: "EUR",
      subtotal: 1000,
      items_discount: 0,
      discount: 0,
      fulfillment: 0,
      tax: 0,
      total: 1000,
    },
    requested: { delivery: { selected_option_id: "so_1" } },
    ...more,
  }) as unknown as AgentOrder

const line = (more: Partial<PlacedLine> = {}): PlacedLine => ({
  mark: "li_1",
  quantity: 2,
  requires_shipping: true,
  shipped: 0,
  returned: 0,
  ...more,
})

const parcel = (more: Partial<Parcel> = {}): Parcel => ({
  id: "ful_1",
  shipped_at: null,
  delivered_at: null,
  canceled_at: null,
  tracking: null,
  parts: [{ mark: "li_1", quantity: 2 }],
  ...more,
})

const viewOf = (more: Partial<PlacedOrder> = {}, by = order()) => {
  const placed: PlacedOrder = {
    id: "order_1",
    status: "pending",
    canceled_at: null,
    metadata: null,
    shipping_address: { city: "Berlin", country_code: "de", company: "Pop SRL" },
    lines: [line()],
    parcels: [],
    returns: [],
    ...more,
  }
  return progressView({ order: by, placed, refunds: [], refund_needs_approval: false }) as {
    status: string
    fulfillments: { type: string; status: string; destination?: object }[]
    adjustments: object[]
  }
}

const sent = parcel({ shipped_at: ON })
const received = parcel({ shipped_at: ON, delivered_at: ON })
const all = [line({ shipped: 2 })]

describe("the status of an order", () => {
  it.each<[string, Partial<PlacedOrder>, string]>([
    ["nothing is packed", {}, "confirmed"],
    ["its only parcel is canceled", { parcels: [parcel({ canceled_at: ON })] }, "confirmed"],
    ["a parcel is packed", { parcels: [parcel()] }, "processing"],
    ["a part of it is shipped", { parcels: [sent], lines: [line({ shipped: 1 })] }, "processing"],
    ["all of it is shipped", { parcels: [sent], lines: all }, "shipped"],
    ["all of it is delivered", { parcels: [received], lines: all }, "completed"],
    [
      "all of it is delivered and returned",
      { parcels: [received], lines: [line({ shipped: 2, returned: 2 })] },
      "completed",
    ],
    [
      "one of two parcels is delivered",
      { parcels: [received, { ...sent, id: "ful_2" }], lines: all },
      "shipped",
    ],
    ["only a line that the merchant added is shipped", { parcels: [{ ...sent, parts: [] }] }, "confirmed"],
    ["the merchant has closed it", { status: "completed" }, "completed"],
    ["it is canceled", { status: "canceled", canceled_at: AT, parcels: [sent], lines: all }, "canceled"],
    ["it is canceled and archived", { status: "archived", canceled_at: AT }, "canceled"],
  ])("is right when %s", (_, placed, status) => {
    expect(viewOf(placed).status).toBe(status)
  })
})

describe("a parcel of an order", () => {
  it("has the order's address as destination, unless the buyer was erased", () => {
    const [{ destination } = {}] = viewOf({ parcels: [sent] }).fulfillments
    expect(destination).toMatchObject({ city: "Berlin", country: "DE", company: "Pop SRL", line_one: "" })
    const [erased] = viewOf({ parcels: [sent] }, order({ erasure_id: "era_1" })).fulfillments
    expect(erased).not.toHaveProperty("destination")
  })

  it("without lines that need shipping is digital, and is delivered without being shipped", () => {
    const lines = [line({ requires_shipping: false })]
    const unsent = order({ requested: { delivery: { selected_option_id: null } } as AgentOrder["requested"] })
    expect(viewOf({ lines, parcels: [sent] }, unsent).fulfillments).toMatchObject([
      { type: "digital", status: "processing" },
    ])
    expect(viewOf({ lines, parcels: [received] }, unsent).fulfillments[0]?.status).toBe("delivered")
    expect(viewOf({ lines, parcels: [sent] }).fulfillments[0]).toMatchObject({
      type: "shipping",
      status: "shipped",
    })
  })
})

describe("an adjustment of an order", () => {
  it("has a positive amount with a lower-case currency, or the quantity of returned lines", () => {
    const dispute = { id: "dp_1", amount: 500, reason: "fraud", status: "lost", at: AT }
    const back = { id: "return_1", status: "received", at: AT, received_at: null }
    const returns = [{ ...back, parts: [{ mark: "li_1", quantity: 1 }] }]
    expect(viewOf({ returns }, order({ disputes: [dispute] })).adjustments).toEqual([
      {
        id: "return_1",
        type: "return",
        occurred_at: AT,
        status: "completed",
        line_items: [{ id: "li_1", quantity: 1 }],
      },
      {
        id: "dp_1",
        type: "dispute",
        occurred_at: AT,
        status: "completed",
        description: "fraud",
        amount: 500,
        currency: "eur",
      },
    ])
  })
})
