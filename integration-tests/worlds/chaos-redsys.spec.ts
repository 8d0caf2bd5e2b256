import { describe, expect, it } from "vitest"
import { REDSYS_PLANTS } from "../../chaos/self-test/redsys-plants"
import { testChaosRun } from "../support/chaos-run"

describe("payments at Redsys, with faults at the bank and the database, and a kill", () => {
  const findings = testChaosRun({
    effort: { mode: "redsys", payments: 12, seed: 7 },
    plants: REDSYS_PLANTS,
  })

  it("leave no difference, no duplicate and nothing stuck between Redsys, the store and Medusa [BANK-55]", () => {
    expect(findings(), JSON.stringify(findings())).toEqual([])
  })
})
