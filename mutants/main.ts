import { Progress } from "../demo/progress"
import type { Mutant } from "./mutant"
import { readOptions, USAGE } from "./options"
import { Workspace } from "./workspace"

/** `npm run mutants`. See USAGE. */
async function main(): Promise<void> {
  const { mutants, list, help } = readOptions(process.argv.slice(2))
  if (help) return console.log(USAGE)
  if (list) return mutants.forEach(({ name, file, spec }) => console.log(`${name}\n  ${file}\n  ${spec}`))
  const workspace = Workspace.create()
  process.once("exit", () => workspace.remove())
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130))
  workspace.check(mutants)
  const progress = new Progress(mutants.length)
  const survivors = await survivorsOf(mutants, workspace, progress)
  for (const { name, file, spec } of survivors) console.log(`survived: ${name} (${file}, ${spec})`)
  const killed = mutants.length - survivors.length
  console.log(`${killed} killed, ${survivors.length} survived, ${progress.elapsed()} s`)
  if (survivors.length) process.exitCode = 1
}

async function survivorsOf(
  mutants: readonly Mutant[],
  workspace: Workspace,
  progress: Progress
): Promise<Mutant[]> {
  const survivors: Mutant[] = []
  for (const mutant of mutants) {
    const failed = await progress.step(mutant.name, () => workspace.try(mutant))
    if (failed?.length) progress.detail(`killed by ${failed[0]}`)
    else survivors.push(mutant)
    if (failed === undefined) progress.detail(`${mutant.spec} did not run`)
    if (failed?.length === 0) progress.detail("SURVIVED")
  }
  return survivors
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
})
