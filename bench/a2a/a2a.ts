import { alsoOffer } from "../../integration-tests/support/merchant"
import type { RunningWorld } from "../../integration-tests/support/start-world"
import { startBenchWorld } from "../start-bench-world"
import type { Bench, Effort, Outcome } from "../bench"
import { compareCreation } from "./creation"
import { compareLists, listsOf } from "./lists"
import { compareReads } from "./reads"
import { seedClients, seedPayments } from "./seed"
import { measureStreams } from "./streams"

const FEW = 1000
const MANY = 1_000_000
/** Each client may have 100 open streams. A real store has many agents with a few streams each. */
const CLIENTS = 100

/** The skills and streams of the A2A surface, in a store with a million payments. */
export const a2a: Bench = {
  name: "a2a",
  about:
    "reads and create_payment against Medusa's nearest job, lists at a million payments, 2,000 open streams",
  async run(effort) {
    const running: RunningWorld[] = []
    const start = async () => {
      running.push(await startBenchWorld())
      return enter(running.at(-1) as RunningWorld)
    }
    try {
      await start()
      const [few] = await seedClients(1)
      await seedPayments(FEW)
      const shortLists = await listsOf(few as string)
      await start()
      return await inBigStore(shortLists, effort)
    } finally {
      for (const world of running) await world.stop()
    }
  },
}

/** Directs the tests' helpers to a store. */
function enter({ world }: RunningWorld): void {
  process.env.GW_TEST_WORLD = JSON.stringify(world)
}

async function inBigStore(
  shortLists: Awaited<ReturnType<typeof listsOf>>,
  effort: Effort
): Promise<Outcome[]> {
  const tokens = await seedClients(CLIENTS)
  const token = tokens[0] as string
  await alsoOffer("pp_system_default")
  await seedPayments(effort.quick ? MANY / 10 : MANY)
  return [
    ...(await measureStreams(tokens, effort)),
    ...(await compareLists(await listsOf(token), shortLists, effort)),
    ...(await compareReads(token, effort)),
    await compareCreation(token, effort),
  ]
}
