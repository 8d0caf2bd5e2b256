import { describe, expect, it } from "vitest"
import { type RevenueDay, revenueReport } from "../revenue-report"

const PERIOD = { from: "2026-03-03", to: "2026-03-04" }

const sold = (day: string, currency: string, revenue: number, paid: number, not_paid = 0): RevenueDay => ({
  day,
  currency,
  revenue,
  paid,
  not_paid,
})

const DAYS = [
  sold("2026-02-28", "EUR", 1, 1, 1),
  sold("2026-03-01", "EUR", 500, 1),
  sold("2026-03-02", "JPY", 70, 2, 1),
  sold("2026-03-04", "EUR", 1200, 3, 2),
  sold("2026-03-04", "RON", 900, 5),
]

describe("the revenue report", () => {
  const report = revenueReport(PERIOD, DAYS, [
    { client_id: "a2a_1", currency: "EUR", revenue: 1000, paid: 2 },
    { client_id: "a2a_2", currency: "RON", revenue: 900, paid: 5 },
  ])

  it("compares each currency with the same number of days before, without adding currencies [ADM-41]", () => {
    const amounts = report.by_currency.map(({ currency, revenue, paid }) => [currency, revenue, paid])
    expect(amounts).toEqual([
      ["RON", { now: 900, before: 0 }, { now: 5, before: 0 }],
      ["EUR", { now: 1200, before: 500 }, { now: 3, before: 1 }],
      ["JPY", { now: 0, before: 70 }, { now: 0, before: 2 }],
    ])
  })

  it("counts payments over all currencies [ADM-41]", () => {
    expect([report.paid, report.not_paid]).toEqual([
      { now: 8, before: 3 },
      { now: 2, before: 1 },
    ])
  })

  it("has every day of the period, and the agents of each currency [ADM-41]", () => {
    const [ron, euro] = report.by_currency
    expect(euro?.days).toEqual([
      { day: "2026-03-03", revenue: 0, paid: 0 },
      { day: "2026-03-04", revenue: 1200, paid: 3 },
    ])
    expect(euro?.agents.map(({ client_id }) => client_id)).toEqual(["a2a_1"])
    expect(ron?.agents.map(({ client_id }) => client_id)).toEqual(["a2a_2"])
  })

  it("is empty without payments", () => {
    const none = { now: 0, before: 0 }
    expect(revenueReport(PERIOD, [], [])).toEqual({ paid: none, not_paid: none, by_currency: [] })
  })
})
