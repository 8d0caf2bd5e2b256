import { describe, expect, it } from "vitest"
import { type Settled, declineOf, effectsOf } from "../settlement"

const owed = (change: Partial<Settled>) =>
  effectsOf({ status: "processing", intent: "sale", captures: [], refunds: [], ...change }).map(
    ({ key }) => key
  )

const movement = (id: string) => ({ id, amount: 100, merchant_reference: null })

describe("settlement", () => {
  it("owes the store a capture when a sale is captured, and nothing before that", () => {
    expect(owed({ status: "captured", captures: [movement("c1")] })).toEqual(["captured"])
    expect(owed({ status: "authorized" })).toEqual([])
    expect(owed({ status: "processing" })).toEqual([])
  })

  it("owes each capture of a reserved payment by itself, and the authorisation before all of them [BANK-45]", () => {
    const captures = [movement("c1"), movement("c2")]
    expect(owed({ intent: "preauth", status: "authorized" })).toEqual(["authorized"])
    expect(owed({ intent: "preauth", status: "partially_captured", captures })).toEqual([
      "authorized",
      "capture:c1",
      "capture:c2",
    ])
  })

  it("owes a refund once it has succeeded, whoever began it, and word of one that failed [BANK-45]", () => {
    const refunds = [
      { ...movement("r1"), status: "pending" as const },
      { ...movement("r2"), status: "succeeded" as const },
      { ...movement("r3"), status: "failed" as const },
    ]
    expect(owed({ status: "captured", refunds })).toEqual(["captured", "refund:r2", "refund_failed:r3"])
  })

  it("owes a failure for a declined, a canceled and an expired payment alike", () => {
    for (const status of ["declined", "canceled", "expired"] as const)
      expect(owed({ status })).toEqual(["failed"])
  })

  it("owes the release of a voided authorisation", () => {
    expect(owed({ intent: "preauth", status: "voided" })).toEqual(["voided"])
  })

  it("owes each dispute once for each way it stands", () => {
    const dispute = {
      id: "d1",
      amount: 100,
      reason: "fraudulent",
      status: "open",
      at: "2026-11-21T12:00:00Z",
    }
    const disputes = [dispute, { ...dispute, id: "d2", status: "lost" }]
    expect(owed({ status: "captured", disputes })).toEqual(["captured", "dispute:d1:open", "dispute:d2:lost"])
  })

  it("tells the bank's own reason, and a neutral one where the bank gives none", () => {
    const told = { code: "insufficient_funds", message: "Insufficient funds" }
    expect(declineOf("declined", told)).toEqual(told)
    expect(declineOf("expired", null)?.code).toBe("sca_abandoned")
    expect(declineOf("canceled", null)?.code).toBe("canceled")
    expect(declineOf("captured", null)).toBeNull()
  })
})
