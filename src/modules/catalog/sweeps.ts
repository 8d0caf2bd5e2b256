import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** So often everything is compared that no event may have told of: it takes the database seconds where products are many. */
const EVERY_SECONDS = 180

/** A table that is empty is not left so for long. */
const EVERY_SECONDS_WHILE_EMPTY = 3

/** What a sweep fills: the index, or, where nobody reads it, no more than the products' numbers. */
type Filled = "gw_catalog_product" | "gw_product_number"

/** Whose turn it is to look for what the index has missed. */
export class Sweeps {
  constructor(private readonly knex: Knex) {}

  /** Takes the turn, when it is time for one: then nobody else has it. */
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

  /** Whether what every entry hangs on is not what it was when that was last remembered. */
  async differ(surroundings: string): Promise<boolean> {
    const same = await this.knex("gw_catalog_sweep").where({ surroundings }).first("id")
    return same === undefined
  }

  async remember(surroundings: string): Promise<void> {
    await this.knex("gw_catalog_sweep").update({ surroundings })
  }

  /** Has everything compared at once. */
  async hasten(): Promise<void> {
    await this.knex("gw_catalog_sweep").update({ swept_at: this.knex.raw("'-infinity'") })
  }
}
