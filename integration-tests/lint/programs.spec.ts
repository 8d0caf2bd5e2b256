import { execFileSync } from "node:child_process"
import { expect, it } from "vitest"
import { REPO_ROOT } from "../../demo/paths"

it.each(["bench/main.ts", "chaos/main.ts", "mutants/main.ts"])(
  "the program %s loads, although it shares code with the tests",
  (program) => {
    const printed = execFileSync("npx", ["ts-node", program, "--help"], { cwd: REPO_ROOT, encoding: "utf8" })
    expect(printed).toMatch(/^Usage: npm run /)
  }
)
