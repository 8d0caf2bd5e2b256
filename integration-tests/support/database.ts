import { Client } from "@medusajs/framework/pg"
import { world } from "./world"

/** Runs one statement in the store's database: to look at what is stored, and to let time pass. */
export async function sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: world().database_url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
