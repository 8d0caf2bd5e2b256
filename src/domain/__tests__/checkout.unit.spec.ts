import { describe, expect, it } from "vitest"
import { type Attempt, type CheckoutFacts, phaseOf, statusOf } from "../checkout"

const facts: CheckoutFacts = {
  is_canceled: false,
  is_expired: false,
  is_incomplete: false,
  attempt: null,
  hand_off: null,
}
const unused = { adopted_at: null, is_followed: false }
const followed = { adopted_at: "2026-01-01T00:00:00Z", is_followed: true }

describe("the phase of an attempt to pay", () => {
  const attempt: Attempt = {
    status: "captured",
    is_announced: false,
    refunded_amount: 100,
    is_settling: false,
    redirect_url: null,
  }

  it("has failed when it was refunded and its order was not announced", () => {
    expect(phaseOf(attempt)).toBe("failed")
    expect(phaseOf({ ...attempt, refunded_amount: 0 })).toBe("pending")
    expect(phaseOf({ ...attempt, is_announced: true })).toBe("paid")
  })

  it("is pending after a refund while its order may still be announced [UCP-24]", () => {
    expect(phaseOf({ ...attempt, is_settling: true })).toBe("pending")
    expect(phaseOf({ ...attempt, is_settling: true, status: "declined" })).toBe("failed")
  })
})

describe("the status of a checkout in the storefront", () => {
  it("waits for the customer to open the link, then for their order [ROUTE-07]", () => {
    expect(statusOf({ ...facts, hand_off: unused })).toBe("requires_escalation")
    expect(statusOf({ ...facts, hand_off: followed })).toBe("complete_in_progress")
  })

  it("stays in progress after the expiry while the cart is followed, and no longer [ROUTE-09]", () => {
    const expired = { ...facts, is_expired: true }
    expect(statusOf({ ...expired, hand_off: followed })).toBe("complete_in_progress")
    expect(statusOf({ ...expired, hand_off: { ...followed, is_followed: false } })).toBe("canceled")
    expect(statusOf({ ...expired, hand_off: unused })).toBe("canceled")
  })

  it("is canceled by the agent also while the cart is followed [ROUTE-09]", () => {
    expect(statusOf({ ...facts, is_canceled: true, hand_off: followed })).toBe("canceled")
  })
})
