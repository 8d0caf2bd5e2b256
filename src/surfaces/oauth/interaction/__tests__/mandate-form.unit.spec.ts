import { describe, expect, it } from "vitest"
import type { CardCharges } from "../../../../domain/card-mandate"
import { mandatesIn } from "../mandate-form"

const EUR: CardCharges = {
  type: "card_charges",
  currency: "EUR",
  max_per_charge: 5000,
  max_per_month: 12_000,
  expires_at: "2027-01-31T10:00:00.000Z",
}

const read = (form: object) => mandatesIn({ ...form }, [EUR])

describe("the limits for saved cards in the consent form [MAN-05]", () => {
  it("are the offered ones when the fields are unchanged or absent", () => {
    const unchanged = {
      max_per_charge_EUR: "50.00",
      max_per_month_EUR: "120.00",
      expires_on_EUR: "2027-01-31",
    }
    expect([read(unchanged), read({})]).toEqual([[EUR], [EUR]])
  })

  it("can be lower, with a point or a comma, and end on an earlier day", () => {
    const lower = { max_per_charge_EUR: "12,50", max_per_month_EUR: " 20 ", expires_on_EUR: "2026-12-31" }
    const limits = { max_per_charge: 1250, max_per_month: 2000, expires_at: "2026-12-31T23:59:59.999Z" }
    expect(read(lower)).toEqual([{ ...EUR, ...limits }])
  })

  it.each([
    ["a higher amount", { max_per_charge_EUR: "50.01" }],
    ["a higher amount per month", { max_per_month_EUR: "121" }],
    ["a later day", { expires_on_EUR: "2027-02-01" }],
    ["a negative amount", { max_per_charge_EUR: "-1" }],
    ["text instead of an amount", { max_per_charge_EUR: "all" }],
    ["an empty amount", { max_per_charge_EUR: "" }],
    ["half a minor unit", { max_per_charge_EUR: "1.005" }],
    ["text instead of a date", { expires_on_EUR: "31.12.2026" }],
    ["a date that does not exist", { expires_on_EUR: "2026-13-31" }],
  ])("are not accepted with %s", (_, form) => {
    expect(read(form)).toBeUndefined()
  })

  it("do not exist when no mandate is offered", () => {
    expect(mandatesIn({ max_per_charge_EUR: "1" }, null)).toBeNull()
  })
})
