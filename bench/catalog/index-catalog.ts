import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "../../integration-tests/support/database"
import type { Figure } from "../bench"

const REPORT_MS = 10_000

/** Makes the store search for missing products immediately, not within a minute. */
const SWEEP = "update gw_catalog_sweep set swept_at = '-infinity'"

const PROGRESS = `
  select (select count(*) from gw_catalog_product)::integer as read,
         (select count(*) from gw_catalog_stale)::integer as waiting`

/** Waits until the store has indexed `count` more products, up to `all`. Returns the time per product. */
export async function waitUntilIndexed(count: number, all: number): Promise<Figure> {
  await sql(SWEEP)
  const began = performance.now()
  for (let reported = began; ; await sleep(250)) {
    const [progress] = await sql<{ read: number; waiting: number }>(PROGRESS)
    if (!progress || (progress.read >= all && progress.waiting === 0)) break
    if (performance.now() - reported < REPORT_MS) continue
    reported = performance.now()
    console.log(`  ${progress.read} of ${all} products are indexed`)
  }
  const seconds = (performance.now() - began) / 1000
  console.log(
    `  ${count} products indexed in ${seconds.toFixed(0)} s: ${(count / seconds).toFixed(0)} per second`
  )
  await sql("vacuum analyze gw_catalog_product")
  await sql("vacuum analyze gw_catalog_offer")
  return { what: "rebuild_of_a_product", value: (seconds / count) * 1000, unit: "ms", limit: 5 }
}
