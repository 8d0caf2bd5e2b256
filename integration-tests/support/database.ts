import { Pool } from "@medusajs/framework/pg"
import { world } from "./world"

const pools = new Map<string, Pool>()

/** Runs one statement in the store's database. */
export async function sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await poolOf(world().database_url).query<Row>(text, values)).rows
}

/** Connections are reused: opening one takes longer than a statement. */
function poolOf(connectionString: string): Pool {
  const pool = pools.get(connectionString) ?? new Pool({ connectionString, max: 8 })
  // A stopped database closes its idle connections, which must not fail a test.
  if (!pools.has(connectionString)) pool.on("error", () => undefined)
  pools.set(connectionString, pool)
  return pool
}
