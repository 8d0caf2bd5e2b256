import { Progress } from "../demo/progress"
import { testDatabase } from "../integration-tests/support/start-world"
import type { Mutant } from "./mutant"
import { readOptions, USAGE } from "./options"
import { type Tests, Workspace } from "./workspace"

/** `npm run mutants`. See USAGE. */
async function main(): Promise<void> {
  const { mutants, intact, list, help } = readOptions(process.argv.slice(2))
  if (help) return console.log(USAGE)
  if (list) return mutants.forEach(({ name, file, spec }) => console.log(`${name}\n  ${file}\n  ${spec}`))
  const workspace = Workspace.create(await testDatabase())
  process.once("exit", () => workspace.remove())
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130))
  workspace.check(mutants)
  const isGood = await (intact ? allPass(testsOf(mutants), workspace) : allAreKilled(mutants, workspace))
  if (!isGood) process.exitCode = 1
}

async function allAreKilled(mutants: readonly Mutant[], workspace: Workspace): Promise<boolean> {
  const progress = new Progress(mutants.length)
  const survivors: Mutant[] = []
  for (const mutant of mutants) {
    const failed = await progress.step(mutant.name, () => workspace.try(mutant))
    if (failed?.length) progress.detail(`killed by ${failed[0]}`)
    else survivors.push(mutant)
    if (failed === undefined) progress.detail(`${mutant.spec} did not run`)
    if (failed?.length === 0) progress.detail("SURVIVED")
  }
  for (const { name, file, spec } of survivors) console.log(`survived: ${name} (${file}, ${spec})`)
  const killed = mutants.length - survivors.length
  console.log(`${killed} killed, ${survivors.length} survived, ${progress.elapsed()} s`)
  return survivors.length === 0
}

async function allPass(all: readonly Tests[], workspace: Workspace): Promise<boolean> {
  const progress = new Progress(all.length)
  let failures = 0
  for (const tests of all) {
    const failed = await progress.step(nameOf(tests), () => workspace.tryIntact(tests))
    if (failed?.length === 0) continue
    failures++
    progress.detail(failed ? `FAILED: ${failed[0]}` : "did not run")
  }
  console.log(`${all.length - failures} passed, ${failures} failed, ${progress.elapsed()} s`)
  return failures === 0
}

/** The distinct tests of the faults. */
function testsOf(mutants: readonly Mutant[]): Tests[] {
  return [...new Map(mutants.map((mutant) => [nameOf(mutant), mutant])).values()]
}

const nameOf = ({ spec, only }: Tests) => (only ? `${spec}: ${only}` : spec)

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
})
