import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Alert } from "./models/alert"

/** Longer than sending takes. After it, the sending process is considered dead. */
const LEASE_SECONDS = 60

/** The alerts that were not sent to the merchant yet. */
export class PendingAlerts {
  constructor(private readonly knex: Knex) {}

  /** Leases alerts without a notification to the caller, for one minute. */
  async lease(limit: number): Promise<Alert[]> {
    const { rows } = await this.knex.raw<{ rows: Alert[] }>(
      `update gw_alert set leased_until = now() + make_interval(secs => :seconds), attempts = attempts + 1
        where id in (
          select id from gw_alert
           where notified_at is null and resolved_at is null and acknowledged_at is null
             and (leased_until is null or leased_until <= now())
           order by raised_at limit :limit for update skip locked)
       returning *`,
      { limit, seconds: LEASE_SECONDS }
    )
    return rows
  }

  /** Records that the notification was accepted. */
  async finish({ id }: Alert): Promise<void> {
    await this.knex("gw_alert")
      .where({ id })
      .whereNull("notified_at")
      .update({ notified_at: this.knex.fn.now() })
  }

  /** Releases an alert whose notification failed, for a retry after a pause that grows up to one hour. */
  async postpone({ id }: Alert): Promise<void> {
    const pause = "now() + least(15 * power(2, least(attempts, 10)), 3600) * interval '1 second'"
    await this.knex("gw_alert")
      .where({ id })
      .whereNull("notified_at")
      .update({ leased_until: this.knex.raw(pause) })
  }
}
