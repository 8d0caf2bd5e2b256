import { describe, expect, it } from "vitest"
import { CHECKS } from "../checks"
import { runChecks } from "../run-checks"
import { ok, problem, warning } from "../check-result"
import { asJson, asText, isHealthy } from "../doctor/report"
import { context } from "./contexts"

const broken = { name: "broken", run: () => Promise.reject(new Error("no such table")) }
const well = { name: "well", run: () => [ok("is well")] }
const odd = { name: "odd", run: () => [warning("is odd", "Look."), problem("is bad", "Act.")] }

describe("the diagnostics [DOC-01]", () => {
  it("continue after a check that throws, and return the results in the order of the checks", async () => {
    const results = await runChecks(context(), [broken, well, odd])
    expect(results.map(({ check, level }) => [check, level])).toEqual([
      ["broken", "problem"],
      ["well", "ok"],
      ["odd", "warning"],
      ["odd", "problem"],
    ])
  })

  it("report a check that cannot run because of another fault as a warning, not as a problem", async () => {
    const results = await runChecks(context({ given: { base_url: "no" } }), CHECKS)
    const levels = Object.fromEntries(results.map(({ check, level, text }) => [check, `${level} ${text}`]))
    expect(levels.options).toContain("problem base_url")
    expect(levels["own keys"]).toBe("warning not checked: the options are not valid")
    expect(levels.surfaces).toBe("warning not checked: the database does not answer")
  })

  it("are printed as lines with advice and a summary, or as JSON", async () => {
    const results = await runChecks(context(), [well, odd])
    expect(asText(results)).toBe(
      [
        "ok       well  is well",
        "warning  odd   is odd",
        "               -> Look.",
        "PROBLEM  odd   is bad",
        "               -> Act.",
        "1 ok, 1 warnings, 1 problems",
        "",
      ].join("\n")
    )
    expect(JSON.parse(asJson(results))).toEqual({
      healthy: false,
      counts: { ok: 1, warning: 1, problem: 1 },
      findings: results,
    })
  })

  it("are printed with one line for all checks that the same fault prevents", async () => {
    const results = await runChecks(context({ given: { base_url: "no" } }), CHECKS)
    const lines = asText(results)
      .split("\n")
      .filter((line) => line.includes("not checked"))
    expect(lines).toEqual([
      expect.stringMatching(/^warning {2}not checked +own keys, .*bank's keys.*: the options are not valid$/),
      expect.stringMatching(/^warning {2}not checked +surfaces, MCP: the database does not answer$/),
    ])
    expect(asText(results).match(/Correct that fault first/g)).toHaveLength(1)
    expect(asText(results)).toContain(`${results.filter(({ level }) => level === "warning").length} warnings`)
  })

  it("are printed together when their advice is the same, with the advice once", async () => {
    const twice = {
      name: "twice",
      run: () => [problem("is bad, too", "Act."), problem("is broken", "Repair.")],
    }
    expect(asText(await runChecks(context(), [odd, well, twice]))).toBe(
      [
        "warning  odd    is odd",
        "                -> Look.",
        "PROBLEM  odd    is bad",
        "PROBLEM  twice  is bad, too",
        "                -> Act.",
        "ok       well   is well",
        "PROBLEM  twice  is broken",
        "                -> Repair.",
        "1 ok, 1 warnings, 3 problems",
        "",
      ].join("\n")
    )
  })

  it("treat a store with warnings only as healthy", () => {
    expect(isHealthy([{ check: "a", ...warning("odd", "Look.") }])).toBe(true)
    expect(isHealthy([{ check: "a", ...problem("bad", "Act.") }])).toBe(false)
  })
})
