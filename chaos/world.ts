import { sql } from "../integration-tests/support/database"
import { switchSurfaces } from "../integration-tests/support/oauth-client"
import { changeSettings } from "../integration-tests/support/policy"
import { type RunningWorld, startWorld } from "../integration-tests/support/start-world"
import type { ModeName } from "./audit/mode-name"
import { MODES } from "./modes"

/** The run charges saved cards with random amounts. */
const UNLIMITED_CHARGES = {
  limits: ["EUR", "RON", "JPY", "KWD"].map((currency) => ({
    currency,
    max_per_charge: 10_000_000,
    max_per_month: 1_000_000_000,
  })),
}

/**
 * Starts a database, a bank or Stripe double, and a store with a number of servers, and directs the tests' helpers to them.
 * The caller must stop them.
 */
export async function startChaosWorld(servers = 1, mode: ModeName = "gwb"): Promise<RunningWorld> {
  const { environment, prepare } = MODES[mode]
  const env = { ...environment(servers), LOG_LEVEL: "error" }
  const running = await startWorld(env)
  try {
    await prepare?.(running)
    process.env.GW_TEST_WORLD = JSON.stringify(running.world)
    for (let more = 1; more < servers; more++) await running.startSecondStore()
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true, acp_enabled: true, app_enabled: true })
    await changeSettings({ card_mandate: UNLIMITED_CHARGES, duplicate_guard: { enabled: true } })
    await sql(
      `update inventory_level set stocked_quantity = 1000000, raw_stocked_quantity = '{"value": "1000000"}'`
    )
    return running
  } catch (error) {
    await running.stop()
    throw error
  }
}
