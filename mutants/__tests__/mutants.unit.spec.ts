import { describe, expect, it } from "vitest"
import { REPO_ROOT } from "../../demo/paths"
import type { Mutant } from "../mutant"
import { MUTANTS } from "../mutants"
import { staleIn } from "../workspace"

const FAULT: Mutant = {
  name: "a-fault",
  file: "mutants/mutant.ts",
  find: "readonly replace: string",
  replace: "readonly replace: number",
  spec: "mutants/__tests__/mutants.unit.spec.ts",
}

describe("the planted faults", () => {
  it("have the text that they replace, their spec file and their tests in this checkout", () => {
    expect(staleIn(REPO_ROOT, MUTANTS)).toEqual([])
  })

  it("have different names", () => {
    const names = MUTANTS.map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([])
  })

  it("are reported when their text is missing or occurs twice, or their file, spec file or test is missing", () => {
    const stale = (change: Partial<Mutant>) => staleIn(REPO_ROOT, [{ ...FAULT, ...change }])
    expect(stale({})).toEqual([])
    const once = "a-fault: mutants/mutant.ts does not contain exactly once:"
    expect(stale({ find: "readonly replaced" })).toEqual([`${once} readonly replaced`])
    expect(stale({ find: "readonly" })).toEqual([`${once} readonly`])
    expect(stale({ file: "mutants/none.ts" })).toEqual([
      `a-fault: mutants/none.ts does not contain exactly once: ${FAULT.find}`,
    ])
    expect(stale({ spec: "none.spec.ts" })).toEqual(["a-fault: there is no none.spec.ts"])
    expect(stale({ only: "have different names" })).toEqual([])
    const spec = "mutants/__tests__/part.unit.spec.ts"
    expect(stale({ spec, only: "renamed since" })).toEqual([
      `a-fault: ${spec} has no test with the title: renamed since`,
    ])
  })
})
