import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * How often all products are compared, for changes without an event. With many products this takes the database
 * seconds.
 */
const EVERY_SECONDS = 180

/** The shorter interval while the table is empty. */
const EVERY_SECONDS_WHILE_EMPTY = 3

/** The table that a sweep fills: the catalog index, or only the product numbers if no surface uses the index. */
type Filled = "gw_catalog_product" | "gw_product_number"

/** Schedules the sweeps that find products missing or outdated in the index. */
export class Sweeps {
  constructor(private readonly knex: Knex) {}

  /** Claims a sweep if one is due. No other server gets it then. */
  async begin(filled: Filled = "gw_catalog_product"): Promise<boolean> {
    const { rowCount } = await this.knex.raw<{ rowCount: number }>(
      `update gw_catalog_sweep set swept_at = now()
        where swept_at < now() - make_interval(secs =>
          case when exists (select 1 from ??) then ${EVERY_SECONDS}
               else ${EVERY_SECONDS_WHILE_EMPTY} end)`,
      [filled]
    )
    return rowCount > 0
  }

  /** Whether the data that all entries depend on has changed since it was last stored. */
  async differ(surroundings: string): Promise<boolean> {
    const same = await this.knex("gw_catalog_sweep").where({ surroundings }).first("id")
    return same === undefined
  }

  async remember(surroundings: string): Promise<void> {
    await this.knex("gw_catalog_sweep").update({ surroundings })
  }

  /** Makes a sweep due immediately. */
  async hasten(): Promise<void> {
    await this.knex("gw_catalog_sweep").update({ swept_at: this.knex.raw("'-infinity'") })
  }
}
