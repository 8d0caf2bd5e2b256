import { describe, expect, it } from "vitest"
import { withShortOrders } from "../short-orders"

const lines = (length: number, from = 0) =>
  Array.from({ length }, (_, index) => ({ id: `line_${from + index}`, quantity: 1 }))

const order = (length: number) => ({
  id: "1",
  line_items: lines(length),
  fulfillment: {
    expectations: [{ id: "delivery", line_items: lines(length) }],
    events: [
      { id: "first", line_items: lines(2) },
      { id: "last", line_items: lines(1, length - 1) },
    ],
  },
  adjustments: [
    { id: "refund", type: "refund" },
    { id: "canceled", type: "cancellation", line_items: lines(length) },
  ],
})

describe("a list of orders over MCP", () => {
  it("stays as it is when no order has more than ten lines", () => {
    const list = { orders: [order(10), order(1)], pagination: {} }
    expect(withShortOrders(list)).toEqual(list)
  })

  it("has ten lines of each order, also in its deliveries and adjustments, and a message says that others exist [MCP-17]", () => {
    const short = withShortOrders<{ orders: ReturnType<typeof order>[] }>({ orders: [order(11), order(1)] })
    expect(short).toEqual({
      orders: [
        {
          id: "1",
          line_items: lines(10),
          fulfillment: {
            expectations: [{ id: "delivery", line_items: lines(10) }],
            events: [{ id: "first", line_items: lines(2) }],
          },
          adjustments: [
            { id: "refund", type: "refund" },
            { id: "canceled", type: "cancellation", line_items: lines(10) },
          ],
        },
        order(1),
      ],
      messages: [expect.objectContaining({ type: "info", code: "lines_left_out" })],
    })
  })
})
