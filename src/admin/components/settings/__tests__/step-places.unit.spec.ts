import { describe, expect, it } from "vitest"
import diagnostics from "../../../i18n/en/diagnostics"
import { pageFor, STEP_PLACES } from "../step-places"

describe("the steps of the setup [ADM-63]", () => {
  it.each(Object.keys(STEP_PLACES))("lead from a finding that has advice to its place: %s", (finding) => {
    expect(Object.keys(diagnostics)).toContain(`${finding}_advice`)
  })

  it("lead from the missing channel to the tab with the channels", () => {
    expect(pageFor("surfaces_off")?.to).toBe("/settings/agentic-commerce?tab=channels")
  })

  it("lead nowhere for what is set in the plugin's options", () => {
    expect(pageFor("payment_routes_none")).toBeUndefined()
  })
})
