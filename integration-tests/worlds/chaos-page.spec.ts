import { describe, expect, it } from "vitest"
import { PAGE_PLANTS } from "../../chaos/self-test/page-plants"
import { testChaosRun } from "../support/chaos-run"

describe("payments on the store's page, with faults at Stripe and the database, and a kill", () => {
  const findings = testChaosRun({
    effort: { mode: "page", payments: 12, seed: 7 },
    plants: PAGE_PLANTS,
  })

  it("leave no difference, no duplicate and nothing stuck between Stripe, the store and Medusa [ROUTE-19]", () => {
    expect(findings(), JSON.stringify(findings())).toEqual([])
  })
})
