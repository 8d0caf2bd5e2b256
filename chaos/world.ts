import { sql } from "../integration-tests/support/database"
import { adminPost } from "../integration-tests/support/merchant"
import { switchSurfaces } from "../integration-tests/support/oauth-client"
import { type RunningWorld, startWorld } from "../integration-tests/support/start-world"

/** Regions beside those of the demo: currencies without and with three decimals. */
const REGIONS = [
  { name: "Japan", currency_code: "jpy", countries: ["jp"] },
  { name: "Kuwait", currency_code: "kwd", countries: ["kw"] },
]

/**
 * Boots a database, a bank and a store of their own, for as many payments as one likes; the helpers of the tests speak
 * to it from then on. Whoever calls this stops it.
 */
export async function startChaosWorld(): Promise<RunningWorld> {
  const running = await startWorld({ LOG_LEVEL: "error" })
  try {
    process.env.GW_TEST_WORLD = JSON.stringify(running.world)
    await switchSurfaces({ a2a_enabled: true })
    for (const region of REGIONS) await createRegion(region)
    await sql(
      `update inventory_level set stocked_quantity = 1000000, raw_stocked_quantity = '{"value": "1000000"}'`
    )
    return running
  } catch (error) {
    await running.stop()
    throw error
  }
}

async function createRegion(region: object): Promise<void> {
  const response = await adminPost("/admin/regions", { ...region, payment_providers: ["pp_gateway_bank"] })
  if (!response.ok) throw new Error(`the region was not made: ${await response.text()}`)
}
