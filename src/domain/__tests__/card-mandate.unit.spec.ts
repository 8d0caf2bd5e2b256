import { describe, expect, it } from "vitest"
import {
  type CardCharges,
  DEFAULT_MANDATE,
  lowered,
  mandateError,
  type MandateNow,
  offeredMandate,
} from "../card-mandate"

const MANDATE: MandateNow = {
  currency: "EUR",
  max_per_charge: 5000,
  max_per_month: 12_000,
  is_expired: false,
  charged: 8000,
}

const errorOf = (amount: number, change: Partial<MandateNow> = {}, currency = "EUR") =>
  mandateError({ amount, currency }, { ...MANDATE, ...change })

describe("a charge under a mandate [MAN-01]", () => {
  it.each([
    ["is the rest of the month", 4000, {}],
    ["is the maximum of a charge", 5000, { charged: 7000 }],
  ])("is covered when it %s", (_, amount, change) => {
    expect(errorOf(amount, change)).toBeUndefined()
  })

  it.each([
    ["above the maximum of a charge", 5001, { charged: 0 }, { limit: "per_charge", max: 5000 }],
    ["above the rest of the month", 4001, {}, { limit: "per_month", max: 12_000, left: 4000 }],
    ["after a lowered month is used up", 1, { max_per_month: 7000 }, { limit: "per_month", left: 0 }],
    ["after its end", 1, { is_expired: true }, { limit: "expired" }],
  ])("needs the customer %s", (_, amount, change, data) => {
    expect(errorOf(amount, change)).toMatchObject({ code: "mandate_limit", data })
  })

  it("needs the customer in another currency, whatever the amount", () => {
    expect(errorOf(1, {}, "RON")).toMatchObject({ code: "mandate_limit", data: { limit: "currency" } })
  })
})

describe("the mandate that a merchant offers", () => {
  const now = new Date("2026-11-24T10:00:00.000Z")

  it("has the limits of its currency, and ends after the configured days", () => {
    expect(offeredMandate({ ...DEFAULT_MANDATE, days: 30 }, "RON", now)).toEqual({
      type: "card_charges",
      currency: "RON",
      max_per_charge: 50_000,
      max_per_month: 150_000,
      expires_at: "2026-12-24T10:00:00.000Z",
    })
  })

  it("does not exist in a currency without a limit", () => {
    expect(offeredMandate(DEFAULT_MANDATE, "KWD", now)).toBeUndefined()
  })
})

describe("a mandate that a customer changes [MAN-06]", () => {
  const EUR: CardCharges = {
    type: "card_charges",
    currency: "EUR",
    max_per_charge: 5000,
    max_per_month: 12_000,
    expires_at: "2027-01-31T00:00:00.000Z",
  }
  const RON = { ...EUR, currency: "RON" }

  it("keeps the limits that are not lowered", () => {
    const { mandates, raised } = lowered([EUR, RON], [{ currency: "EUR", max_per_charge: 0 }])
    expect([mandates, raised]).toEqual([[{ ...EUR, max_per_charge: 0 }, RON], []])
  })

  it.each([
    ["max_per_charge", 5001],
    ["max_per_month", 12_001],
    ["expires_at", "2027-01-31T00:00:00.001Z"],
  ])("cannot raise %s", (name, value) => {
    const { raised } = lowered([RON, EUR], [{ currency: "RON" }, { currency: "EUR", [name]: value }])
    expect(raised).toEqual([{ index: 1, name, message: expect.stringContaining("lowered") as string }])
  })

  it("cannot add a currency", () => {
    expect(lowered([EUR], [{ currency: "USD", max_per_charge: 1 }]).raised).toMatchObject([
      { index: 0, name: "currency" },
    ])
  })
})
