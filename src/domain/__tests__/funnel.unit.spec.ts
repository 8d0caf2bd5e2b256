import { describe, expect, it } from "vitest"
import { type FunnelCount, funnelOf, funnelsByAgent, ofAgents } from "../funnel"
import { TEST_CLIENTS } from "../test-client"

const counted = (
  client_id: string | null,
  step: FunnelCount["step"],
  count: number,
  more = {}
): FunnelCount => ({
  client_id,
  step,
  count,
  currency: "EUR",
  code: null,
  ...more,
})

const COUNTS = [
  counted("ucp_1", "payments", 3),
  counted("ucp_1", "declined", 1, { code: "do_not_honor" }),
  counted("ucp_1", "paid", 2),
  counted("ucp_1", "searches", 4, { currency: null }),
  counted("ucp_2", "payments", 5),
  counted("ucp_2", "declined", 2, { code: "do_not_honor" }),
  counted("ucp_2", "abandoned", 2),
  counted("ucp_2", "payments", 1, { currency: "RON" }),
  counted("ucp_3", "searches", 9, { currency: null }),
  counted(null, "refused", 7, { currency: null, code: "unauthorized" }),
]

describe("the funnel", () => {
  it("sums the counts of all agents by currency, and by reason and code", () => {
    const { searches, refused, by_currency } = funnelOf(COUNTS)
    expect([searches, refused]).toEqual([13, [{ code: "unauthorized", count: 7 }]])
    expect(by_currency).toMatchObject([
      { currency: "EUR", payments: 8, paid: 2, carts: 0 },
      { currency: "RON", payments: 1, paid: 0, dropped: [] },
    ])
    expect(by_currency[0]).toMatchObject({
      dropped: [{ reason: "declined", code: "do_not_honor", count: 3 }],
      ended_early: [{ reason: "abandoned", count: 2 }],
    })
  })

  it("excludes the store's self-test [ADM-35]", () => {
    const own = Object.values(TEST_CLIENTS).map((id) => counted(id, "payments", 1))
    expect(ofAgents([...COUNTS, ...own])).toEqual(COUNTS)
  })

  it("by agent lists the busiest first, without calls of unknown clients", () => {
    expect(funnelsByAgent(COUNTS).map(({ client_id, searches }) => [client_id, searches])).toEqual([
      ["ucp_2", 0],
      ["ucp_1", 4],
      ["ucp_3", 9],
    ])
  })

  it("is empty without counts", () => {
    expect(funnelOf([])).toEqual({ searches: 0, refused: [], by_currency: [] })
    expect(funnelsByAgent([])).toEqual([])
  })
})
