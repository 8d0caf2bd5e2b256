import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ALERT_DESTINATIONS, type AlertDestination } from "../../domain/alerts"
import type { Alert, DueAlert } from "./models/alert"

/** Longer than an attempt takes. After it, the sending process is considered dead. */
const LEASE_SECONDS = 60

/** Where an alert is delivered. The recipient is an e-mail address, and empty for the other destinations. */
export interface AlertRecipient {
  readonly destination: AlertDestination
  readonly recipient: string
}

/** The deliveries of alerts to the merchant's destinations. */
export class AlertDeliveries {
  constructor(private readonly knex: Knex) {}

  /**
   * Stores a pending delivery of the alert to each recipient. An alert's recipients are chosen once: for one that was
   * recorded before, nothing is stored.
   */
  async record(
    alert: Pick<Alert, "id" | "recorded_at">,
    recipients: readonly AlertRecipient[]
  ): Promise<void> {
    if (alert.recorded_at) return
    const rows = recipients.map((one) => ({ alert_id: alert.id, ...one }))
    await this.knex.transaction(async (trx) => {
      if (rows.length) await trx("gw_alert_delivery").insert(rows).onConflict().ignore()
      await trx("gw_alert").where({ id: alert.id }).update({ recorded_at: trx.fn.now() })
    })
  }

  /**
   * Leases due deliveries to the caller for one minute: at most `limit`, and at most `share` to one destination,
   * including those in progress, whose destinations `busy` contains.
   */
  async lease(limit: number, share: number, busy: readonly string[]): Promise<DueAlert[]> {
    const { rows } = await this.knex.raw<{ rows: DueAlert[] }>(LEASE, {
      limit,
      share,
      busy: [...busy],
      seconds: LEASE_SECONDS,
      destinations: [...ALERT_DESTINATIONS],
    })
    return rows
  }

  /** Records that the destination has accepted the alert. */
  async deliver(due: DueAlert, last_status: number | null): Promise<void> {
    await this.pending(due).update({ state: "delivered", last_status, last_error: null })
  }

  /** Records why an attempt failed. Without a pause there is no further attempt. */
  async fail(due: DueAlert, failure: AlertFailure): Promise<void> {
    const { status, reason, pause_seconds } = failure
    const next_at = this.knex.raw("now() + make_interval(secs => ?)", [pause_seconds ?? 0])
    const result = { last_status: status, last_error: reason }
    await this.pending(due).update(
      pause_seconds === null ? { ...result, state: "dead" } : { ...result, next_at }
    )
  }

  private pending({ id, destination, recipient }: DueAlert) {
    return this.knex("gw_alert_delivery").where({ alert_id: id, destination, recipient, state: "pending" })
  }
}

/** A failed attempt. */
interface AlertFailure {
  /** The HTTP status; null without a response. */
  readonly status: number | null
  readonly reason: string
  /** The seconds until the next attempt; null after the last one. */
  readonly pause_seconds: number | null
}

const LEASE = `
  with due as (
    select one.* from unnest(:destinations::text[]) as place
     cross join lateral (
       select d.alert_id, d.destination, d.recipient from gw_alert_delivery d
        where d.destination = place and d.state = 'pending' and d.next_at <= now()
        order by d.next_at
        limit greatest(:share - (select count(*) from unnest(:busy::text[]) b where b = place), 0)
        for update skip locked) one
     limit :limit),
  leased as (
    update gw_alert_delivery d set next_at = now() + make_interval(secs => :seconds), attempts = d.attempts + 1
      from due
     where (d.alert_id, d.destination, d.recipient) = (due.alert_id, due.destination, due.recipient)
    returning d.alert_id, d.destination, d.recipient, d.attempts)
  select a.*, leased.destination, leased.recipient, leased.attempts as attempt
    from leased join gw_alert a on a.id = leased.alert_id`
