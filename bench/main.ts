import type { Bench, Effort } from "./bench"
import { readOptions, USAGE } from "./options"
import { tableOf, verdictOf } from "./report"

/** Runs one bench and prints its result; the last line is JSON. */
async function runBench(bench: Bench, effort: Effort): Promise<boolean> {
  console.log(`${bench.name}: ${bench.about}`)
  const outcomes = await bench.run(effort)
  const verdict = verdictOf(bench, outcomes)
  console.log(`${tableOf(outcomes)}\n`)
  if (effort.quick && !verdict.ok)
    console.log(
      "A target was missed; --quick does not fail for it, its rounds are short and its data is small."
    )
  console.log(JSON.stringify(verdict))
  return verdict.ok || effort.quick
}

async function main(): Promise<void> {
  const { benches, effort, help } = readOptions(process.argv.slice(2))
  if (help) return console.log(USAGE)
  for (const bench of benches) if (!(await runBench(bench, effort))) process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
