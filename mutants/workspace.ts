import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { REPO_ROOT } from "../demo/paths"
import type { Mutant } from "./mutant"

/** What the spec file of a mutant did: the titles of its failed tests; undefined when it did not run to its end. */
export type Verdict = readonly string[] | undefined

/** A copy of the checkout, uncommitted changes included, in which faults are planted. */
export class Workspace {
  private running: ChildProcess | undefined

  private constructor(private readonly folder: string) {}

  static create(): Workspace {
    const folder = mkdtempSync(join(tmpdir(), "gw-mutants-"))
    const list = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: REPO_ROOT })
    for (const file of list.toString().split("\0").filter(Boolean))
      if (existsSync(join(REPO_ROOT, file))) cpSync(join(REPO_ROOT, file), join(folder, file))
    symlinkSync(join(REPO_ROOT, "node_modules"), join(folder, "node_modules"))
    return new Workspace(folder)
  }

  /** Throws an error that names every fault whose text or spec file is no longer there. */
  check(mutants: readonly Mutant[]): void {
    const stale = mutants.flatMap(({ name, file, find, spec }) => [
      ...(this.times(find, file) === 1 ? [] : [`${name}: ${file} does not contain exactly once: ${find}`]),
      ...(existsSync(join(this.folder, spec)) ? [] : [`${name}: there is no ${spec}`]),
    ])
    if (stale.length) throw new Error(stale.join("\n"))
  }

  /** Plants the fault, runs its spec file and removes the fault again. */
  async try({ file, find, replace, spec }: Mutant): Promise<Verdict> {
    const path = join(this.folder, file)
    const text = readFileSync(path, "utf8")
    writeFileSync(
      path,
      text.replace(find, () => replace)
    )
    try {
      return await this.run(spec)
    } finally {
      writeFileSync(path, text)
    }
  }

  /** Ends the run under way and removes the copy. */
  remove(): void {
    this.running?.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private times(text: string, file: string): number {
    const path = join(this.folder, file)
    return existsSync(path) ? readFileSync(path, "utf8").split(text).length - 1 : 0
  }

  private async run(spec: string): Promise<Verdict> {
    const report = join(this.folder, "report.json")
    rmSync(report, { force: true })
    const vitest = join(this.folder, "node_modules/vitest/vitest.mjs")
    const args = [vitest, "run", spec, "--bail=1", "--reporter=json", `--outputFile=${report}`]
    const child = spawn(process.execPath, args, { cwd: this.folder, stdio: "ignore" })
    this.running = child
    await new Promise((resolve) => child.once("close", resolve))
    if (!existsSync(report)) return undefined
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report
    const failed = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === "failed")
    )
    // A spec file that cannot be loaded, or whose preparation fails, proves nothing about the fault.
    const broken = testResults.some(({ status }) => status === "failed") && failed.length === 0
    return broken ? undefined : failed.map(({ fullName }) => fullName)
  }
}

interface Report {
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}
