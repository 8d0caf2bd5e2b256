import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "../../integration-tests/support/database"
import { world } from "../../integration-tests/support/world"
import type { Effort, Outcome } from "../bench"
import { compareMeasures, type Measure, median } from "../compare"

/** The maximum share of the time and of the SQL statements that a purchase takes through Medusa's own store API. */
const MOST = 0.75

/** A buyer: `buy` resolves when the order is placed and paid. */
interface Buyer {
  buy(): Promise<void>
}

/**
 * The same purchase on both sides, alternately: the same two items for a new guest at the same address, with customer
 * authentication through the simulator's endpoint for scripts. The whole purchase is measured, until the buyer's side
 * has received a paid order. An agent's order is placed before customer authentication and a storefront's after it,
 * so an earlier end would omit work on one side only.
 */
export async function comparePurchases(ours: Buyer, peer: Buyer, effort: Effort): Promise<Outcome[]> {
  const count = effort.quick ? 4 : 6
  const statements = { ours: [] as number[], peer: [] as number[] }
  const time = await compareMeasures(
    {
      what: "purchase",
      ours: () => measurePurchases(ours, count, statements.ours),
      peer: () => measurePurchases(peer, count, statements.peer),
      target: 1 / MOST,
    },
    effort
  )
  const [our_count, peer_count] = [median(statements.ours.slice(1)), median(statements.peer.slice(1))]
  console.log(
    `  SQL statements of a purchase: ${our_count.toFixed(0)}, of Medusa's own ${peer_count.toFixed(0)}`
  )
  const value = (100 * our_count) / peer_count
  return [time, { what: "purchase_statements", value, unit: "% of Medusa's own", limit: 100 * MOST }]
}

/** Buys `count` times, and adds the number of statements per purchase to `statements`. */
async function measurePurchases(buyer: Buyer, count: number, statements: number[]): ReturnType<Measure> {
  const took: number[] = []
  const before = await statementsNow()
  for (let n = 0; n < count; n++) {
    const begun = performance.now()
    await buyer.buy()
    took.push(performance.now() - begun)
  }
  await settled()
  statements.push(((await statementsNow()) - before) / count)
  const total = took.reduce((sum, ms) => sum + ms, 0)
  return { rate: (1000 * count) / total, p99: Math.max(...took) }
}

/** How many SQL statements the store has sent since its start. */
async function statementsNow(): Promise<number> {
  const response = await fetch(`${world().base_url}/bench/statements`)
  return ((await response.json()) as { statements: number }).statements
}

/**
 * Waits until the store has processed all notifications and pending effects, so that the work after a purchase counts
 * as part of it.
 */
async function settled(): Promise<void> {
  const open = `
    select (select count(*) from gw_bank_event where processed_at is null)
         + (select count(*) from gw_effect where done_at is null) as n`
  while (Number((await sql<{ n: string }>(open))[0]?.n)) await sleep(50)
}
