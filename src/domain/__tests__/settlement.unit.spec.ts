import { describe, expect, it } from "vitest"
import { type Settled, declineOf, effectsOf, isReleased, PAYMENT_STATUSES } from "../settlement"

const keysOf = (change: Partial<Settled>) =>
  effectsOf({ status: "processing", intent: "sale", captures: [], refunds: [], ...change }).map(
    ({ key }) => key
  )

const movement = (id: string) => ({ id, amount: 100, merchant_reference: null })

describe("effectsOf", () => {
  it("returns the capture of a sale once it is captured, and nothing before", () => {
    expect(keysOf({ status: "captured", captures: [movement("c1")] })).toEqual(["captured"])
    expect(keysOf({ status: "authorized" })).toEqual([])
    expect(keysOf({ status: "processing" })).toEqual([])
  })

  it("returns each capture of an authorized payment, after its authorization [BANK-45]", () => {
    const captures = [movement("c1"), movement("c2")]
    expect(keysOf({ intent: "preauth", status: "authorized" })).toEqual(["authorized"])
    expect(keysOf({ intent: "preauth", status: "partially_captured", captures })).toEqual([
      "authorized",
      "capture:c1",
      "capture:c2",
    ])
  })

  it("returns each succeeded refund, bank-initiated or not, and each failed one [BANK-45]", () => {
    const refunds = [
      { ...movement("r1"), status: "pending" as const },
      { ...movement("r2"), status: "succeeded" as const },
      { ...movement("r3"), status: "failed" as const },
    ]
    expect(keysOf({ status: "captured", refunds })).toEqual(["captured", "refund:r2", "refund_failed:r3"])
  })

  it("returns the same failure for a declined, a canceled and an expired payment", () => {
    for (const status of ["declined", "canceled", "expired"] as const)
      expect(keysOf({ status })).toEqual(["failed"])
  })

  it("returns the void of an authorization", () => {
    expect(keysOf({ intent: "preauth", status: "voided" })).toEqual(["voided"])
  })

  it("returns each dispute once per status", () => {
    const dispute = {
      id: "d1",
      amount: 100,
      reason: "fraudulent",
      status: "open",
      at: "2026-11-21T12:00:00Z",
    }
    const disputes = [dispute, { ...dispute, id: "d2", status: "lost" }]
    expect(keysOf({ status: "captured", disputes })).toEqual([
      "captured",
      "dispute:d1:open",
      "dispute:d2:lost",
    ])
  })

  it("uses the bank's decline reason, or a neutral one if the bank gives none", () => {
    const reported = { code: "insufficient_funds", message: "Insufficient funds" }
    expect(declineOf("declined", reported)).toEqual(reported)
    expect(declineOf("expired", null)?.code).toBe("sca_abandoned")
    expect(declineOf("canceled", null)?.code).toBe("canceled")
    expect(declineOf("captured", null)).toBeNull()
  })
})

describe("isReleased", () => {
  it("is true after a void, and when captures have left a part that can no longer be captured", () => {
    const captured = (amount: number) => ({ authorized: 100, captured: amount })
    expect(isReleased("voided", captured(0))).toBe(true)
    expect(isReleased("canceled", captured(0))).toBe(true)
    expect(isReleased("captured", captured(25))).toBe(true)
    expect(isReleased("captured", captured(100))).toBe(false)
    for (const status of PAYMENT_STATUSES.filter((one) => !["voided", "canceled", "captured"].includes(one)))
      expect([status, isReleased(status, captured(25))]).toEqual([status, false])
  })
})
