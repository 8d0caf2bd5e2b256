import { describe, expect, it } from "vitest"
import type { PaymentSnapshot } from "../../../drivers/driver"
import { isExecutedIn } from "../executed-in"
import type { Operation } from "../models/operation"

const refund = (error_code: string | null) =>
  ({ kind: "refund", merchant_reference: "gwo_1", amount: 300, error_code }) as Operation

/** A payment of 100.00 EUR with another refund that the bank has begun and not finished. */
const snapshot = (...references: string[]) =>
  ({
    status: "captured",
    captures: [],
    refunds: references.map((merchant_reference) => ({ merchant_reference })),
    unfinished: [{ kind: "refund", amount: 400 }],
  }) as unknown as PaymentSnapshot

describe("an operation beside another unfinished one of its kind [REDSYS-19]", () => {
  it("is executed if the snapshot contains it", () => {
    for (const code of [null, "confirmed"])
      expect(isExecutedIn(snapshot("gwo_1"), refund(code), 10_000)).toBe(true)
  })

  it("stays open, unless staff have confirmed it, because the bank then no longer lists it", () => {
    expect(() => isExecutedIn(snapshot(), refund("not_finished"), 10_000)).toThrow("not finished")
    expect(isExecutedIn(snapshot(), refund("confirmed"), 10_000)).toBe(false)
  })
})
