import { Pool } from "@medusajs/framework/pg"
import { world } from "./world"

const pools = new Map<string, Pool>()

/** Runs one statement in the store's database: to look at what is stored, and to let time pass. */
export async function sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await poolOf(world().database_url).query<Row>(text, values)).rows
}

/** Connections are kept: opening one costs more than a statement. */
function poolOf(connectionString: string): Pool {
  const pool = pools.get(connectionString) ?? new Pool({ connectionString, max: 8 })
  // A database that is stopped ends its idle connections, which is no error of a test.
  if (!pools.has(connectionString)) pool.on("error", () => undefined)
  pools.set(connectionString, pool)
  return pool
}
