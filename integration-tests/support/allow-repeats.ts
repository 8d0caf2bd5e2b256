import { Client } from "@medusajs/framework/pg"
import type { World } from "./world"

/** As much as the settings allow. The times to pay stay as in a new store. */
export const WIDE_UNPAID_LIMITS = {
  client_orders: 1_000_000,
  client_units: 1_000_000,
  customer_orders: 1_000_000,
  customer_units: 1_000_000,
  address_orders: 1_000_000,
  address_units: 1_000_000,
  product_share: 100,
}

/**
 * Lets agents buy the same thing several times at once in this world, and hold any stock without paying, as most tests
 * do. In a new store both are limited; the tests about that set the rules themselves.
 */
export async function allowRepeats({ database_url }: World): Promise<void> {
  const client = new Client({ connectionString: database_url })
  await client.connect()
  try {
    await client.query(
      `update gw_setting set duplicate_guard = duplicate_guard || '{"enabled": false}',
              unpaid_limits = unpaid_limits || $1::jsonb`,
      [JSON.stringify(WIDE_UNPAID_LIMITS)]
    )
  } finally {
    await client.end()
  }
}
