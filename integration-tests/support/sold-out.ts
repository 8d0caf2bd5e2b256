import { sql } from "./database"

const STOCK_LEVEL = (variant_id: string, units: number) => `
  update inventory_level
     set stocked_quantity = ${units}, raw_stocked_quantity = '{"value": "${units}", "precision": 20}'
   where inventory_item_id in (
     select inventory_item_id from product_variant_inventory_item where variant_id = '${variant_id}')`

/**
 * Sells a variant out when the payment of a client is written: after the checkout was validated, before its
 * order is placed. Returns a function that restores a stock of a thousand.
 */
export async function sellOutMeanwhile(variant_id: string, client_id: string): Promise<() => Promise<void>> {
  await sql(`create function gw_test_sold_out() returns trigger language plpgsql as
    $$ begin ${STOCK_LEVEL(variant_id, 0)}; return new; end $$`)
  await sql(`create trigger gw_test_sold_out before insert on gw_payment for each row
    when (new.client_id = '${client_id}') execute function gw_test_sold_out()`)
  return async () => {
    await sql("drop function gw_test_sold_out cascade")
    await sql(STOCK_LEVEL(variant_id, 1000))
  }
}

/** Gives a variant a thousand units. */
export const refill = (variant_id: string) => sql(STOCK_LEVEL(variant_id, 1000))

/** Leaves one unit of a variant. */
export async function leaveOne(variant_id: string): Promise<void> {
  const [level] = await sql<{ reserved: number }>(
    `select reserved_quantity::int as reserved from inventory_level join product_variant_inventory_item
      using (inventory_item_id) where variant_id = $1`,
    [variant_id]
  )
  if (!level) throw new Error(`variant ${variant_id} has no stock level`)
  await sql(STOCK_LEVEL(variant_id, level.reserved + 1))
}

/** Sells a variant out. Returns a function that restores the stock. */
export async function sellOut(variant_id: string): Promise<() => Promise<void>> {
  const [level] = await sql<{ units: number }>(
    `select stocked_quantity::int as units from inventory_level join product_variant_inventory_item
      using (inventory_item_id) where variant_id = $1`,
    [variant_id]
  )
  if (!level) throw new Error(`variant ${variant_id} has no stock level`)
  await sql(STOCK_LEVEL(variant_id, 0))
  return async () => void (await sql(STOCK_LEVEL(variant_id, level.units)))
}

/**
 * Makes Medusa's compensation of a failed cart completion fail: its workflow engine gives up when a write to
 * its own table takes longer than its retries. Returns a function that ends the fault.
 */
export async function failCompensation(): Promise<() => Promise<void>> {
  await sql(`create function gw_test_slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(1); return new; end $$`)
  await sql(`create trigger gw_test_slow before insert or update on workflow_execution for each row
    when (new.workflow_id = 'complete-cart' and new.state = 'waiting_to_compensate')
    execute function gw_test_slow()`)
  return async () => void (await sql("drop function gw_test_slow cascade"))
}
