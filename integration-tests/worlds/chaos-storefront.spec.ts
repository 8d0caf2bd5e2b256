import { describe, expect, it } from "vitest"
import { STOREFRONT_PLANTS } from "../../chaos/self-test/storefront-plants"
import { testChaosRun } from "../support/chaos-run"

describe("payments in the storefront, with faults at Stripe and the database, and a kill", () => {
  const findings = testChaosRun({
    effort: { mode: "storefront", payments: 12, seed: 7 },
    plants: STOREFRONT_PLANTS,
  })

  it("leave no difference, no duplicate and nothing stuck between Stripe, the store and Medusa [ROUTE-11]", () => {
    expect(findings(), JSON.stringify(findings())).toEqual([])
  })
})
