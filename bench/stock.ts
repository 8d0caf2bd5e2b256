import { sql } from "../integration-tests/support/database"

const MANY = 1_000_000

const STOCK_UP = `
  update inventory_level set stocked_quantity = $1::integer,
         raw_stocked_quantity = jsonb_build_object('value', $1::text, 'precision', 20)`

/** Raises the stock of all products of the demo store, so that nothing sells out. */
export async function stockUp(): Promise<void> {
  await sql(STOCK_UP, [MANY])
}
