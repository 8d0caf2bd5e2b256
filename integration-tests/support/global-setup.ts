import { startWorld } from "./start-world"
import { everySetting } from "./store-keys"

/** One store and one bank for all HTTP tests of a run. */
export default async function setup(): Promise<() => Promise<void>> {
  return setUpWith({})
}

/** The same, configured otherwise in `env`. */
export async function setUpWith(env: Record<string, string>): Promise<() => Promise<void>> {
  const running = await startWorld({ ...everySetting(), ...env })
  process.env.GW_TEST_WORLD = JSON.stringify(running.world)
  return running.stop
}
