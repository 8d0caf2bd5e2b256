import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { REPO_ROOT } from "../demo/paths"
import type { Mutant } from "./mutant"

/** The titles of the failed tests; undefined when no test ran, or the spec file failed outside of its tests. */
export type Verdict = readonly string[] | undefined

/** The tests to run. */
export type Tests = Pick<Mutant, "spec" | "only">

/** A copy of the checkout, uncommitted changes included, in which faults are planted. */
export class Workspace {
  private running: ChildProcess | undefined

  private constructor(
    private readonly folder: string,
    private readonly template: string
  ) {}

  /**
   * Copies the checkout. `template` is the database template of a store without faults, for all faults that change no
   * table.
   */
  static create(template: string): Workspace {
    const folder = mkdtempSync(join(tmpdir(), "gw-mutants-"))
    const list = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: REPO_ROOT })
    for (const file of list.toString().split("\0").filter(Boolean))
      if (existsSync(join(REPO_ROOT, file))) cpSync(join(REPO_ROOT, file), join(folder, file))
    symlinkSync(join(REPO_ROOT, "node_modules"), join(folder, "node_modules"))
    return new Workspace(folder, template)
  }

  /** Throws an error that names every fault whose text or spec file is no longer there. */
  check(mutants: readonly Mutant[]): void {
    const stale = staleIn(this.folder, mutants)
    if (stale.length) throw new Error(stale.join("\n"))
  }

  /** Plants the fault, runs its tests and removes the fault again. */
  async try({ file, find, replace, ...tests }: Mutant): Promise<Verdict> {
    const path = join(this.folder, file)
    const text = readFileSync(path, "utf8")
    writeFileSync(
      path,
      text.replace(find, () => replace)
    )
    try {
      return await this.run(tests, file.includes("/migrations/") ? {} : { GW_TEST_TEMPLATE: this.template })
    } finally {
      writeFileSync(path, text)
    }
  }

  /** Runs tests in the checkout as it is. */
  tryIntact(tests: Tests): Promise<Verdict> {
    return this.run(tests, { GW_TEST_TEMPLATE: this.template })
  }

  /** Ends the run under way and removes the copy. */
  remove(): void {
    this.running?.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private async run({ spec, only }: Tests, more: Record<string, string>): Promise<Verdict> {
    const report = join(this.folder, "report.json")
    rmSync(report, { force: true })
    const vitest = join(this.folder, "node_modules/vitest/vitest.mjs")
    const args = [vitest, "run", spec, "--bail=1", "--reporter=json", `--outputFile=${report}`]
    if (only) args.push("--testNamePattern", only)
    const env = { ...process.env, ...more }
    const child = spawn(process.execPath, args, { cwd: this.folder, stdio: "ignore", env })
    this.running = child
    await new Promise((resolve) => child.once("close", resolve))
    return existsSync(report) ? verdictOf(JSON.parse(readFileSync(report, "utf8")) as Report) : undefined
  }
}

/** A sentence about each fault whose text, spec file or tests are no longer in the checkout at `root`. */
export function staleIn(root: string, mutants: readonly Mutant[]): string[] {
  return mutants.flatMap(({ name, file, find, spec, only = "" }) => [
    ...(times(find, join(root, file)) === 1
      ? []
      : [`${name}: ${file} does not contain exactly once: ${find}`]),
    ...(existsSync(join(root, spec)) ? [] : [`${name}: there is no ${spec}`]),
    ...(times(only, join(root, spec)) > 0 || !existsSync(join(root, spec))
      ? []
      : [`${name}: ${spec} has no test with the title: ${only}`]),
  ])
}

const times = (text: string, path: string): number =>
  existsSync(path) ? readFileSync(path, "utf8").split(text).length - 1 : 0

/** A spec file proves nothing when it cannot be loaded, its setup fails, or none of its tests runs. */
function verdictOf({ testResults }: Report): Verdict {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = results.filter(({ status }) => status === "failed")
  if (failed.length > 0) return failed.map(({ fullName }) => fullName)
  const isBroken = testResults.some(({ status }) => status === "failed")
  return isBroken || !results.some(({ status }) => status === "passed") ? undefined : []
}

interface Report {
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}
