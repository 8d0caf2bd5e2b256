import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { digest } from "../../domain/secrets"

/** A limit of `limit` attempts within `seconds` of the first one. */
export interface Allowance {
  readonly limit: number
  readonly seconds: number
}

/** Counts attempts that must be limited. The key of a counter is stored as a hash. */
export class Attempts {
  constructor(private readonly knex: Knex) {}

  /**
   * Counts an attempt under `key`. False if the limit is reached. One statement, so that concurrent calls on
   * several instances never exceed the limit.
   */
  async take(key: string, { limit, seconds }: Allowance): Promise<boolean> {
    const { rowCount } = await this.knex.raw<{ rowCount: number }>(
      `insert into gw_oauth_attempt as a (id, count, expires_at)
       values (:id, 1, now() + make_interval(secs => :seconds))
       on conflict (id) do update set
         count = case when a.expires_at > now() then a.count + 1 else 1 end,
         expires_at = case when a.expires_at > now() then a.expires_at else excluded.expires_at end
       where a.expires_at <= now() or a.count < :limit`,
      { id: digest(key), seconds, limit }
    )
    return rowCount === 1
  }

  /** Takes an attempt out of the count, because it was legitimate. */
  async uncount(key: string): Promise<void> {
    await this.knex("gw_oauth_attempt")
      .where({ id: digest(key) })
      .where("count", ">", 0)
      .decrement("count", 1)
  }
}
