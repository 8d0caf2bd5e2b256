import { writeFileSync } from "node:fs"
import { Progress } from "../demo/progress"
import { Stops, stopOnSignals } from "../demo/stops"
import type { World } from "../integration-tests/support/world"
import { dossiersOf } from "./audit/dossiers"
import { chaos, type Outcome } from "./chaos"
import { type Options, readOptions, USAGE } from "./options"
import { readBooks } from "./read-books"
import { describeOutcome, verdictOf } from "./report"
import { startChaosWorld } from "./world"

/** `npm run chaos`. See USAGE. */
async function main(stops: Stops): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options.help) return console.log(USAGE)
  stopOnSignals(stops)
  await run(options, stops)
}

async function run(options: Options, stops: Stops): Promise<void> {
  const { effort, servers } = options
  const progress = new Progress(2)
  const running = await progress.step("Starting a database, a payment provider and a store", () =>
    startChaosWorld(servers, effort.mode)
  )
  stops.add(running.stop)
  const title = `Making ${effort.payments} payments with seed ${effort.seed}`
  const outcome = await progress.step(title, () => chaos(running, effort, progress.detail))
  const verdict = verdictOf(outcome)
  console.log(`\n${describeOutcome(outcome)}\n\n${JSON.stringify(verdict)}`)
  if (!verdict.ok) process.exitCode = 1
  if (options.dump) await dump(running.world, outcome, options.dump)
}

/** Writes all records of each payment with a finding about it or about its order to a file. */
async function dump(world: World, { runLog, findings }: Outcome, file: string): Promise<void> {
  const found = dossiersOf(await readBooks(world, runLog)).flatMap((dossier) => {
    const names = [dossier.name, ...dossier.orders.map(({ id }) => id)]
    const about = findings.filter((finding) => names.includes(finding.about))
    return about.length ? [{ findings: about, dossier }] : []
  })
  writeFileSync(file, JSON.stringify(found, null, 2))
}

const stops = new Stops()
main(stops)
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  })
  .finally(() => stops.run())
