import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cursorOf, positionIn } from "../../domain/cursor"
import { problem } from "../../domain/errors"
import { changeByStaff, recordStaffAction, type StaffAction } from "../../lib/staff-audit"
import { Deliveries } from "./deliveries"
import type { Attempt, Delivery, ListedDelivery } from "./models/delivery"
import type { DeliveryCounts, ManagedSubscription, Replayed, TracedDelivery } from "./models/managed"
import type { Subscription } from "./models/subscription"

/** Which deliveries of a subscription to send again. */
export interface Replay {
  readonly subscription_id: string
  readonly states: readonly Delivery["state"][]
  /** A single delivery. */
  readonly id?: string | undefined
  /** The range of their creation time: `from` inclusive, `to` exclusive. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** The `next_cursor` of the previous call. */
  readonly cursor?: string | undefined
}

/** The maximum number of deliveries that one call sends again. */
const AT_ONCE = 1000

/** Deliveries as the merchant's staff manages them. `by` is the staff member, for the audit log. */
export class ManagedDeliveries {
  constructor(private readonly knex: Knex) {}

  /** The number of a subscription's deliveries by state. */
  async counts(subscription_id: string): Promise<DeliveryCounts> {
    const { rows } = await this.knex.raw<{ rows: [DeliveryCounts] }>(COUNTS, { id: subscription_id })
    return rows[0]
  }

  /** A delivery of a subscription, with its attempts. */
  async find(subscription_id: string, id: string): Promise<TracedDelivery | undefined> {
    const { rows } = await this.knex.raw<{ rows: Omit<TracedDelivery, "attempts">[] }>(TRACED, [
      subscription_id,
      id,
    ])
    const attempts = await this.knex<Attempt>("gw_webhook_attempt")
      .where({ delivery_id: id })
      .orderBy("attempt", "desc")
    return rows[0] && { ...rows[0], attempts }
  }

  /**
   * Makes deliveries in the given states pending again, oldest first and at most 1000; the first is attempted at once.
   * Throws `invalid_state` if the subscription is disabled, and `invalid_params` if the cursor is invalid.
   */
  async replay(replay: Replay, by: string): Promise<Replayed> {
    const { subscription_id: id, states, from = null, to = null } = replay
    const after = replay.cursor === undefined ? [null, null] : positionIn(replay.cursor)
    if (!after)
      throw problem("invalid_params", {
        issues: [
          { path: "cursor", message: "must be the cursor that a previous page of this list returned" },
        ],
      })
    return changeByStaff(this.knex, async (trx) => {
      const address = await trx<Subscription>("gw_webhook_subscription").where({ id }).forUpdate().first()
      if (address?.status !== "active") throw problem("invalid_state", { id }, DISABLED)
      const of = { id, states: [...states], from, to, delivery_id: replay.id ?? null }
      const bindings = { ...of, after_at: after[0], after_id: after[1], limit: AT_ONCE }
      const { rows } = await trx.raw<{ rows: { count: number; at: string; id: string }[] }>(REPLAY, bindings)
      const { count = 0, at = "", id: last = "" } = rows[0] ?? {}
      if (count) {
        await recordStaffAction(trx, actionOn(address, "webhook_replayed", by, count))
        await probeNow(trx, id)
      }
      return { count, next_cursor: count === AT_ONCE ? cursorOf([at, last]) : null }
    })
  }

  /**
   * Sends a test event to a subscription, at once. Throws `invalid_state` if it is disabled, or its format has no test
   * event.
   */
  ping(address: ManagedSubscription, by: string): Promise<ListedDelivery> {
    return changeByStaff(this.knex, async (trx) => {
      if (address.status === "disabled") throw problem("invalid_state", { id: address.id }, DISABLED)
      if (address.profile !== "standard") throw problem("invalid_state", { id: address.id }, NO_PING)
      await recordStaffAction(trx, actionOn(address, "webhook_pinged", by))
      await probeNow(trx, address.id)
      return new Deliveries(trx).ping(address)
    })
  }
}

const DISABLED = "The webhook is disabled. Enable it first."
const NO_PING =
  "The format of this webhook has no test event. Only webhooks of Standard Webhooks can be pinged."

type Address = Pick<Subscription, "id" | "client_id" | "url">

/** A subscription that fails is otherwise attempted in intervals of minutes, although staff may have repaired it. */
const probeNow = (trx: Knex, id: string) =>
  trx("gw_webhook_subscription").where({ id }).update({ probe_at: null })

function actionOn(
  { id, client_id, url }: Address,
  type: string,
  by: string,
  count: number | null = null
): StaffAction {
  return { type, by, client_id, detail: { id, url, count } }
}

/** The state is a literal, so that each count uses the index of its state. */
const counted = (state: Delivery["state"]) => `
  (select count(*)::integer from (
     select from gw_webhook_delivery where subscription_id = :id and state = '${state}' limit 10000) one) as ${state}`

const COUNTS = `select ${(["pending", "delivered", "dead"] as const).map(counted).join()}`

const TRACED = `
  select d.*, e.type, e.order_id, e.session_id, case s.profile when 'standard' then e.body else e.entity end as body
    from gw_webhook_delivery d
    join gw_webhook_event e on e.id = d.event_id
    join gw_webhook_subscription s on s.id = d.subscription_id
   where d.subscription_id = ? and d.id = ?`

/** The times differ by a microsecond each, so that the events of an order are sent in order where possible. */
const REPLAY = `
  with chosen as (
    select id, created_at, row_number() over (order by created_at, id) as place from gw_webhook_delivery
     where subscription_id = :id and state = any (:states)
       and (cast(:delivery_id as text) is null or id = :delivery_id)
       and (cast(:from as timestamptz) is null or created_at >= :from) and (cast(:to as timestamptz) is null or created_at < :to)
       and (cast(:after_id as text) is null or (created_at, id) > (cast(:after_at as timestamptz), :after_id))
     order by created_at, id limit :limit
  ), replayed as (
    update gw_webhook_delivery d
       set state = 'pending', failures = 0, ended_at = null, next_at = now() + c.place * interval '1 microsecond'
      from chosen c where d.id = c.id
  ), counted as (
    select count(*)::integer as count, max(place) as last from chosen
  )
  select counted.count, c.id, to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from counted join chosen c on c.place = counted.last`
