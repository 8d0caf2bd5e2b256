import { allowRepeats } from "../integration-tests/support/allow-repeats"
import { sql } from "../integration-tests/support/database"
import { switchSurfaces } from "../integration-tests/support/oauth-client"
import { type RunningWorld, startWorld } from "../integration-tests/support/start-world"
import { everySetting } from "../integration-tests/support/store-keys"

/**
 * Starts a database, a bank and a store with a number of servers, and directs the tests' helpers to them. The caller must
 * stop them.
 */
export async function startChaosWorld(servers = 1): Promise<RunningWorld> {
  const env = { ...everySetting(), LOG_LEVEL: "error" }
  const running = await startWorld(env)
  try {
    process.env.GW_TEST_WORLD = JSON.stringify(running.world)
    for (let more = 1; more < servers; more++) await running.startSecondStore()
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true, acp_enabled: true, app_enabled: true })
    await allowRepeats(running.world)
    await sql(
      `update inventory_level set stocked_quantity = 1000000, raw_stocked_quantity = '{"value": "1000000"}'`
    )
    return running
  } catch (error) {
    await running.stop()
    throw error
  }
}
