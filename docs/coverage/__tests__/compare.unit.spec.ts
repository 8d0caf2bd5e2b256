import { describe, expect, it } from "vitest"
import { cover, faultsIn } from "../compare"
import { report } from "../report"
import type { Rule } from "../rules"

const rule = (id: string, change: Partial<Rule> = {}): Rule => ({
  id,
  text: "a rule",
  status: "built",
  files: [],
  ...change,
})
const claim = (id: string, file = "src/a.spec.ts") => ({ id, file, title: "a title" })

const faultsOf = (rules: Rule[], claims: ReturnType<typeof claim>[]) => faultsIn(cover(rules, claims), claims)

describe("comparing rules and tests", () => {
  it("finds nothing wrong when every built rule names the files of its tests", () => {
    const files = ["src/a.spec.ts", "src/b.spec.ts"]
    const claims = [claim("A2A-01", "src/b.spec.ts"), claim("A2A-01"), claim("A2A-01")]
    expect(faultsOf([rule("A2A-01", { files }), rule("A2A-02", { status: "planned" })], claims)).toEqual([])
  })

  it("finds a built rule without a test", () => {
    expect(faultsOf([rule("A2A-01")], [])).toEqual(["A2A-01 is built and has no test: a rule"])
  })

  it("finds a test of an unknown rule", () => {
    expect(faultsOf([], [claim("A2A-99")])).toEqual([
      `A2A-99 is no rule: "a title" in src/a.spec.ts names it.`,
    ])
  })

  it("finds a list that names other files than the scan", () => {
    const stale = "A2A-01 does not name the files that test it: run this with --write."
    expect(faultsOf([rule("A2A-01")], [claim("A2A-01")])).toEqual([stale])
    expect(faultsOf([rule("A2A-01", { status: "planned", files: ["src/a.spec.ts"] })], [])).toEqual([stale])
  })
})

describe("reporting", () => {
  it("ends with how many rules are built, tested and planned", () => {
    const rules = [rule("A2A-01"), rule("A2A-02"), rule("A2A-03", { status: "planned" })]
    const covered = cover(rules, [claim("A2A-01")])
    expect(report(covered)).toContain("A2A-01  built    1      src/a.spec.ts")
    expect(report(covered).split("\n").at(-1)).toBe("3 rules: 2 built, 1 of them tested; 1 planned.")
  })
})
