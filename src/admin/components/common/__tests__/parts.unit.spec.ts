import { describe, expect, it } from "vitest"
import { partsOf } from "../parts"

const textsOf = (detail: Record<string, unknown>) =>
  partsOf(detail, "en").map(([name, text]) => `${name}: ${text.replace(/\s/g, " ")}`)

describe("the parts of a server object", () => {
  it("include amounts with their currency, and other numbers without", () => {
    expect(textsOf({ amount: 2000, currency: "EUR", count: 3 })).toEqual(["amount: EUR 20.00", "count: 3"])
    expect(textsOf({ amount: 2000, currency: "JPY" })).toEqual(["amount: JPY 2,000"])
    expect(textsOf({ amount: 2000 })).toEqual(["amount: 2000"])
    expect(textsOf({ currency: "EUR" })).toEqual(["currency: EUR"])
  })

  it("name nested members by path, with each amount in its own currency", () => {
    const rules = [
      { currency: "EUR", approval_above: 1000, max_per_day: 5000 },
      { currency: "RON", max_per_payment: 70_000 },
    ]
    expect(textsOf({ spending: { rules, only_these_currencies: false }, limits: { day: null } })).toEqual([
      "spending.rules.0.approval_above: EUR 10.00",
      "spending.rules.0.max_per_day: EUR 50.00",
      "spending.rules.1.max_per_payment: RON 700.00",
      "spending.only_these_currencies: false",
      "limits.day: –",
    ])
  })

  it("show lists on one line, times in local format, and a dash for empty values", () => {
    expect(textsOf({ scopes: ["a:read", "a:write"], events: [], ip_allow: null, note: "" })).toEqual([
      "scopes: a:read, a:write",
      "events: –",
      "ip_allow: –",
      "note: –",
    ])
    expect(textsOf({ limits: {}, hours: null })).toEqual(["limits: –", "hours: –"])
    const text = "2026-11-22T09:30:00 at the door"
    expect(textsOf({ description: text, order_reference: "2026-99-99T00:00:00Z" })).toEqual([
      `description: ${text}`,
      "order_reference: 2026-99-99T00:00:00Z",
    ])
    expect(textsOf({ expires_at: "2026-11-22T18:21:38.132747+00:00" })[0]).toMatch(
      /^expires_at: Nov 2\d, 2026, \d+:21:38 [AP]M$/
    )
  })
})
