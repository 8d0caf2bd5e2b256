import { Client } from "@medusajs/framework/pg"
import type { World } from "./world"

/**
 * Lets agents buy the same thing several times at once in this world, as most tests do. A new store asks the agent to
 * confirm; the tests about that set the rule themselves.
 */
export async function allowRepeats({ database_url }: World): Promise<void> {
  const client = new Client({ connectionString: database_url })
  await client.connect()
  try {
    await client.query(`update gw_setting set duplicate_guard = duplicate_guard || '{"enabled": false}'`)
  } finally {
    await client.end()
  }
}
