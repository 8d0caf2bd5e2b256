import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Alert } from "./models/alert"

/** Longer than telling takes: who has not said by then what came of it has lost its process. */
const LEASE_SECONDS = 60

/** Alerts on their way to the merchant. */
export class Tellings {
  constructor(private readonly knex: Knex) {}

  /** Alerts nobody was told of yet, by the caller alone: for a minute no other server is given them. */
  async lease(limit: number): Promise<Alert[]> {
    const { rows } = await this.knex.raw<{ rows: Alert[] }>(
      `update gw_alert set leased_until = now() + make_interval(secs => :seconds), attempts = attempts + 1
        where id in (
          select id from gw_alert
           where told_at is null and resolved_at is null and acknowledged_at is null
             and (leased_until is null or leased_until <= now())
           order by raised_at limit :limit for update skip locked)
       returning *`,
      { limit, seconds: LEASE_SECONDS }
    )
    return rows
  }

  /** The notification was accepted. */
  async finish({ id }: Alert): Promise<void> {
    await this.knex("gw_alert").where({ id }).whereNull("told_at").update({ told_at: this.knex.fn.now() })
  }

  /** Gives one back that could not be told, to be tried again after a pause that grows to an hour. */
  async postpone({ id }: Alert): Promise<void> {
    const pause = "now() + least(15 * power(2, least(attempts, 10)), 3600) * interval '1 second'"
    await this.knex("gw_alert")
      .where({ id })
      .whereNull("told_at")
      .update({ leased_until: this.knex.raw(pause) })
  }
}
