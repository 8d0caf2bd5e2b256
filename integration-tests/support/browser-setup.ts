import { builtAdmin } from "./built-admin"
import { startWorld } from "./start-world"
import { everySetting } from "./store-keys"

/**
 * Starts one store and one bank for all browser tests of a run. The store serves the built admin and allows
 * test runs.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const env = { GW_TEST_ADMIN: await builtAdmin(), NODE_ENV: "development", GW_DEBUG: "true" }
  const running = await startWorld({ ...everySetting(), ...env })
  process.env.GW_TEST_WORLD = JSON.stringify(running.world)
  return running.stop
}
