import { describe, expect, it } from "vitest"
import { declineOf, effectsOf } from "../settlement"

describe("settlement", () => {
  it("owes the store a capture when a sale is captured, and nothing before that", () => {
    expect(effectsOf("captured", "sale")).toEqual(["captured"])
    expect(effectsOf("authorized", "sale")).toEqual([])
    expect(effectsOf("processing", "sale")).toEqual([])
  })

  it("owes the authorisation too when the capture of a reserved payment is the first that is heard", () => {
    expect(effectsOf("captured", "preauth")).toEqual(["authorized", "captured"])
    expect(effectsOf("authorized", "preauth")).toEqual(["authorized"])
  })

  it("owes a failure for a declined, a canceled and an expired payment alike", () => {
    for (const status of ["declined", "canceled", "expired"] as const)
      expect(effectsOf(status, "sale")).toEqual(["failed"])
  })

  it("tells the bank's own reason, and a neutral one where the bank gives none", () => {
    const told = { code: "insufficient_funds", message: "Insufficient funds" }
    expect(declineOf("declined", told)).toEqual(told)
    expect(declineOf("expired", null)?.code).toBe("sca_abandoned")
    expect(declineOf("canceled", null)?.code).toBe("sca_canceled")
    expect(declineOf("captured", null)).toBeNull()
  })
})
