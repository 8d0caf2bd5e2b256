import { describe, expect, it } from "vitest"
import { examples } from "../examples"
import { own, type Version, VERSIONS } from "../index"

const pageOf = (version: Version) => {
  const { ucp, ...order } = examples(version).order.partlySent
  return { ucp, orders: [order], pagination: { has_next_page: true, cursor: "MzE4" } }
}

const REFUND = { order_id: 318, status: "partially_refunded", refunded_amount: 6741, currency: "RON" }

describe.each(VERSIONS)("the strict schemas of the plugin's own responses in %s", (version) => {
  const { orders, refund } = own(version)
  const page = pageOf(version)

  it("accept a list with each order once and without an envelope for each order", () => {
    expect(orders.safeParse(page).success).toBe(true)
    expect(orders.safeParse({ ...page, pagination: { has_next_page: false } }).success).toBe(true)
    expect(orders.safeParse({ ...page, orders: [...page.orders, ...page.orders] }).success).toBe(false)
    expect(orders.safeParse({ ...page, orders: [examples(version).order.partlySent] }).success).toBe(false)
  })

  it("accept no order count, and a cursor exactly when there are more orders", () => {
    const after = (pagination: object) => orders.safeParse({ ...page, pagination }).success
    expect(after({ has_next_page: true })).toBe(false)
    expect(after({ has_next_page: false, cursor: "MzE4" })).toBe(false)
    expect(after({ has_next_page: false, total_count: 1 })).toBe(false)
  })

  it("apply the rules of an order to a listed order", () => {
    const { ucp, orders: listed, pagination } = page
    const wrong = listed.map((order) => ({ ...order, adjustments: [], totals: order.totals.slice(1) }))
    expect(orders.safeParse({ ucp, orders: wrong, pagination }).success).toBe(false)
  })

  it("require the four members of a refund", () => {
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
