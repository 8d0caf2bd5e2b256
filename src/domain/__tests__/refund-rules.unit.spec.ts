import { describe, expect, it } from "vitest"
import {
  customerVerdict,
  DEFAULT_REFUND_RULES,
  type RefundFacts,
  type RefundRules,
  staffVerdict,
} from "../refund-rules"

const LIMIT = { currency: "EUR", max_per_refund: 100, max_per_client: 250, max_per_day: 400 }

const verdict = (facts: Partial<RefundFacts> = {}, rules: Partial<RefundRules> = {}) =>
  customerVerdict(
    { ...DEFAULT_REFUND_RULES, customer_clients: "automatic", limits: [LIMIT], ...rules },
    {
      amount: 100,
      currency: "EUR",
      refunded: { by_client: 0, by_all: 0 },
      days_fulfilled: null,
      ...facts,
    }
  )

describe("the refund rules for a client that a customer authorized", () => {
  it("require approval in a new store, and allow no refund while refunds are off", () => {
    expect(verdict({}, DEFAULT_REFUND_RULES)).toBe("approval")
    expect(verdict({}, { customer_clients: "off" })).toBe("off")
  })

  it("allow an automatic refund up to the amount per refund", () => {
    expect(verdict({ amount: 100 })).toBe("now")
    expect(verdict({ amount: 101 })).toBe("approval")
  })

  it("allow automatic refunds up to the sum of the client and of all clients", () => {
    expect(verdict({ refunded: { by_client: 150, by_all: 300 } })).toBe("now")
    expect(verdict({ refunded: { by_client: 151, by_all: 151 } })).toBe("approval")
    expect(verdict({ refunded: { by_client: 0, by_all: 301 } })).toBe("approval")
  })

  it("require approval in a currency without limits", () => {
    expect(verdict({ currency: "RON" })).toBe("approval")
    expect(verdict({}, { limits: [] })).toBe("approval")
  })

  it("require approval after fulfillment, unless the merchant allows it within the return window", () => {
    const allowed = { after_fulfillment: true, return_window_days: 30 }
    expect(verdict({ days_fulfilled: 0 })).toBe("approval")
    expect(verdict({ days_fulfilled: 30 }, allowed)).toBe("now")
    expect(verdict({ days_fulfilled: 30.1 }, allowed)).toBe("approval")
  })
})

describe("the refund rules for a client that staff authorized", () => {
  it("refund at once in a new store, and otherwise as the merchant chose", () => {
    expect(staffVerdict(DEFAULT_REFUND_RULES)).toBe("now")
    expect(staffVerdict({ ...DEFAULT_REFUND_RULES, staff_clients: "approval" })).toBe("approval")
    expect(staffVerdict({ ...DEFAULT_REFUND_RULES, staff_clients: "off" })).toBe("off")
  })
})
