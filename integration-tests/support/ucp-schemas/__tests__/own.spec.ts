import { describe, expect, it } from "vitest"
import { examples } from "../examples"
import { own, type Version, VERSIONS } from "../index"

const pageOf = (version: Version) => {
  const { ucp, ...order } = examples(version).order.partlySent
  return { ucp, orders: [order], pagination: { has_next_page: true, cursor: "MzE4" } }
}

const REFUND = { order_id: 318, status: "partially_refunded", refunded_amount: 6741, currency: "RON" }

describe.each(VERSIONS)("this service's own answers in %s", (version) => {
  const { orders, refund } = own(version)
  const page = pageOf(version)

  it("list orders, each once and without an envelope of its own", () => {
    expect(orders.safeParse(page).success).toBe(true)
    expect(orders.safeParse({ ...page, pagination: { has_next_page: false } }).success).toBe(true)
    expect(orders.safeParse({ ...page, orders: [...page.orders, ...page.orders] }).success).toBe(false)
    expect(orders.safeParse({ ...page, orders: [examples(version).order.partlySent] }).success).toBe(false)
  })

  it("do not count the orders, and give a cursor exactly if there are more", () => {
    const after = (pagination: object) => orders.safeParse({ ...page, pagination }).success
    expect(after({ has_next_page: true })).toBe(false)
    expect(after({ has_next_page: false, cursor: "MzE4" })).toBe(false)
    expect(after({ has_next_page: false, total_count: 1 })).toBe(false)
  })

  it("hold a listed order to the rules of an order", () => {
    const { ucp, orders: listed, pagination } = page
    const wrong = listed.map((order) => ({ ...order, adjustments: [], totals: order.totals.slice(1) }))
    expect(orders.safeParse({ ucp, orders: wrong, pagination }).success).toBe(false)
  })

  it("tell four things of a refund", () => {
    expect(refund.safeParse(REFUND).success).toBe(true)
    expect(refund.safeParse({ ...REFUND, status: "pending", refunded_amount: 0 }).success).toBe(true)
    for (const name of Object.keys(REFUND)) {
      expect(refund.safeParse({ ...REFUND, [name]: undefined }).success).toBe(false)
    }
    expect(refund.safeParse({ ...REFUND, reason: "torn" }).success).toBe(false)
    expect(refund.safeParse({ ...REFUND, order_id: "318" }).success).toBe(false)
    expect(refund.safeParse({ ...REFUND, currency: "ron" }).success).toBe(false)
    expect(refund.safeParse({ ...REFUND, refunded_amount: 0 }).success).toBe(false)
    expect(refund.safeParse({ ...REFUND, refunded_amount: 67.41 }).success).toBe(false)
  })
})
