import { startWorld } from "./start-world"

/** One store and one bank for all HTTP tests of a run. */
export default async function setup(): Promise<() => Promise<void>> {
  const running = await startWorld()
  process.env.GW_TEST_WORLD = JSON.stringify(running.world)
  return running.stop
}
