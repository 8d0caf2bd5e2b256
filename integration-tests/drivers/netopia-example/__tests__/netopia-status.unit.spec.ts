import { describe, expect, it } from "vitest"
import { type NetopiaPayment, parsePayment, snapshotOf } from "../netopia-payment"
import { meaningOf } from "../netopia-status"

const payment = (status: number, change: Partial<NetopiaPayment> = {}): NetopiaPayment => ({
  ntp_id: "1880001",
  order_id: "gwp_1",
  status,
  amount: 29,
  currency: "RON",
  page: null,
  last4: null,
  code: null,
  ...change,
})

const STATUSES: readonly (readonly [status: number, meaning: string | undefined])[] = [
  [0, undefined],
  [1, "requires_action"],
  [2, "requires_action"],
  [3, "captured"],
  [4, "canceled"],
  [5, "captured"],
  [6, "processing"],
  [7, undefined],
  [8, undefined],
  [9, undefined],
  [10, undefined],
  [11, undefined],
  [12, "declined"],
  [13, "processing"],
  [14, "processing"],
  [15, "requires_action"],
  [16, undefined],
  [17, undefined],
  [18, "processing"],
  [19, undefined],
  [20, undefined],
  [21, undefined],
  [22, undefined],
  [23, "expired"],
  [24, undefined],
  [-3, undefined],
]

describe("a status of NETOPIA [BANK-82]", () => {
  it.each(STATUSES)("%i is %s, and only a paid one is a capture", (status, meaning) => {
    const snapshot = snapshotOf(payment(status))
    expect(snapshot?.status).toBe(meaning)
    const captured = meaning === "captured" ? 29 : 0
    expect(snapshot?.amounts ?? { captured: 0, refunded: 0 }).toEqual({ captured, refunded: 0 })
    expect(snapshot?.captures.map(({ amount }) => amount) ?? []).toEqual(captured ? [captured] : [])
  })

  it("has a higher version than each status that may precede it", () => {
    const paths = [
      [1, 2, 15, 14, 3, 5],
      [1, 6, 13, 3],
      [1, 15, 12, 3, 5],
      [1, 2, 4, 3],
      [1, 18, 23, 5],
    ]
    for (const path of paths) {
      const versions = path.map((status) => meaningOf(status)?.version ?? 0)
      expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
    }
  })

  it("has the page only while the customer must act", () => {
    const page = "https://netopia.example/pay/1"
    expect(snapshotOf(payment(1, { page }))?.next_action).toMatchObject({ type: "redirect", url: page })
    expect(snapshotOf(payment(1))?.next_action).toBeNull()
    expect(snapshotOf(payment(3, { page }))?.next_action).toBeNull()
  })

  it.each([
    ["19", "card_expired"],
    ["20", "insufficient_funds"],
    ["21", "invalid_cvv"],
    ["22", "invalid_cvv"],
    ["34", "do_not_honor"],
    [null, "do_not_honor"],
  ])("has for a decline with the error code %s the neutral code %s", (code, neutral) => {
    expect(snapshotOf(payment(12, { code }))?.decline?.code).toBe(neutral)
    expect(snapshotOf(payment(3, { code }))?.decline).toBeNull()
  })
})

describe("an answer of NETOPIA [BANK-82]", () => {
  const order = { orderID: "gwp_1", amount: 0.29, currency: "RON" }

  it("has the order's amount as long as nothing is paid", () => {
    const amountWith = (status: number) => parsePayment({ order, payment: { ntpID: "1", status } })?.amount
    expect([amountWith(1), amountWith(3)]).toEqual([29, undefined])
  })

  it("names the page only if a browser can open it", () => {
    const pageIn = (paymentURL: unknown) =>
      parsePayment({ order, payment: { ntpID: "1", status: 1, paymentURL } })?.page
    expect(pageIn("https://netopia.example/pay/1")).toBe("https://netopia.example/pay/1")
    expect([pageIn("javascript:alert(1)"), pageIn(7), pageIn(undefined)]).toEqual([null, null, null])
  })

  it("has the last digits of the card, and its error code as a text or a number", () => {
    const instrument = { panMasked: "9****5098" }
    const with_card = { ntpID: "1", status: 12, amount: 0.29, currency: "RON", instrument, code: 20 }
    expect(parsePayment({ order, payment: with_card })).toMatchObject({ last4: "5098", code: "20" })
    const without = { ntpID: "1", status: 12, amount: 0.29, currency: "RON" }
    const error = { code: "21" }
    expect(parsePayment({ order, payment: without, error })).toMatchObject({ last4: null, code: "21" })
  })
})
