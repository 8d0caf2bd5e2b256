import { describeNextCall, runAgent } from "./agent"
import { demoAddresses, type DemoAddresses } from "./environment"
import { describeFailure } from "./failure"
import { readOptions, USAGE } from "./options"
import { Progress } from "./progress"
import { providerOf } from "./providers"
import { makeSamples } from "./samples"
import { ADMIN } from "./shop/logins"
import {
  bootStore,
  fillShop,
  listenForAgents,
  openSurfaces,
  openToSuites,
  prepare,
  startDatabase,
  startProvider,
  type Demo,
} from "./steps"
import { Stops, stopOnSignals } from "./stops"
import { describeDemo, describeSuites } from "./welcome"

/** `npm run demo`: a shop, its payment provider and an agent that pays in it, until Ctrl-C. See USAGE. */
async function main(stops: Stops) {
  const options = readOptions(process.argv.slice(2))
  if (options.help) return console.log(USAGE)
  stopOnSignals(stops)
  const provider = providerOf(options.provider)
  const progress = new Progress(options.conformance ? 7 : 6)
  const demo: Demo = { options, at: demoAddresses(options.port), stops, log: progress.detail }
  await progress.step("Looking for free ports", () => prepare(demo))
  await progress.step("Starting the database", () => startDatabase(demo))
  await progress.step(`Starting ${provider.name}`, () => startProvider(demo))
  await listenForAgents(demo)
  const store = await progress.step("Starting the store", () => bootStore(demo))
  const shop = await progress.step("Filling the shop", () => fillShop(demo, store))
  await progress.step("Switching the agent surfaces on", () => openSurfaces(demo))
  console.log(describeDemo(demo.at, provider, shop, progress.elapsed()))
  if (options.conformance) {
    const env = await progress.step("Preparing for conformance suites", () => openToSuites(demo, store, shop))
    console.log(describeSuites(env, options.conformance.env))
  }
  if (options.agent) await showAgent(demo.at)
}

/** Runs the sample agent. When it fails, the shop keeps running for inspection. */
async function showAgent(at: DemoAddresses) {
  try {
    const result = await runAgent({ baseUrl: at.store, admin: ADMIN, log: console.log })
    await makeSamples(at, result)
    console.log(describeNextCall(result))
  } catch (error) {
    process.exitCode = 1
    console.error(`\nThe sample agent did not get through: ${describeFailure(error)}`)
  }
  console.log("\nThe shop stays open. Ctrl-C stops it.")
}

const stops = new Stops()

async function fail(error: unknown) {
  if (stops.begun) return
  console.error(`\n${describeFailure(error)}`)
  await stops.run()
  process.exit(1)
}

process.on("uncaughtException", (error) => void fail(error))
main(stops).catch(fail)
