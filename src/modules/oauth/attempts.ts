import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest } from "../../domain/secrets"

/** How often something may be tried: `limit` times within `seconds` of the first. */
export interface Allowance {
  readonly limit: number
  readonly seconds: number
}

/** Counts what must not be tried without end. Whose attempts they are is kept as a hash. */
export class Attempts {
  constructor(private readonly knex: Knex) {}

  /**
   * Takes one of the attempts `whose` has left; false when there is none. One statement, so that any number of
   * parallel calls on several instances never take more than the allowance.
   */
  async take(whose: string, { limit, seconds }: Allowance): Promise<boolean> {
    const { rowCount } = await this.knex.raw<{ rowCount: number }>(
      `insert into gw_oauth_attempt as a (id, count, expires_at)
       values (:id, 1, now() + make_interval(secs => :seconds))
       on conflict (id) do update set
         count = case when a.expires_at > now() then a.count + 1 else 1 end,
         expires_at = case when a.expires_at > now() then a.expires_at else excluded.expires_at end
       where a.expires_at <= now() or a.count < :limit`,
      { id: digest(whose), seconds, limit }
    )
    return rowCount === 1
  }

  /** Gives an attempt back that turned out to be in order. */
  async giveBack(whose: string): Promise<void> {
    await this.knex("gw_oauth_attempt")
      .where({ id: digest(whose) })
      .where("count", ">", 0)
      .decrement("count", 1)
  }
}
