import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cursorOf, positionIn } from "../../domain/cursor"
import { problem } from "../../domain/errors"
import { changeByStaff, noteAct, type StaffAct } from "../../staff-change"
import { Deliveries } from "./deliveries"
import type { Attempt, Delivery, ListedDelivery } from "./models/delivery"
import type { DeliveryCounts, ManagedSubscription, Replayed, TracedDelivery } from "./models/managed"
import type { Subscription } from "./models/subscription"

/** Which deliveries of an address are owed again. */
export interface Replay {
  readonly subscription_id: string
  readonly states: readonly Delivery["state"][]
  /** One alone. */
  readonly id?: string | undefined
  /** When they were first owed: from and before. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** Where the call before has ended. */
  readonly cursor?: string | undefined
}

/** How many are owed again by one call. */
const AT_ONCE = 1000

/** What the merchant's staff see of deliveries, and do with them; `by` is the member of the staff, for the audit. */
export class ManagedDeliveries {
  constructor(private readonly knex: Knex) {}

  /** How many of an address stand how. */
  async counts(subscription_id: string): Promise<DeliveryCounts> {
    const { rows } = await this.knex.raw<{ rows: [DeliveryCounts] }>(COUNTS, { id: subscription_id })
    return rows[0]
  }

  /** One of an address's. */
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
   * Owes deliveries again from now on, whatever has come of them, the oldest first: a thousand at most. Throws
   * `invalid_state` when the address is disabled, and `invalid_params` for a cursor that is not ours.
   */
  async replay(replay: Replay, by: string): Promise<Replayed> {
    const { subscription_id: id, states, from = null, to = null } = replay
    const after = replay.cursor === undefined ? [null, null] : positionIn(replay.cursor)
    if (!after)
      throw problem("invalid_params", { issues: [{ path: "cursor", message: "Not a cursor of ours" }] })
    return changeByStaff(this.knex, async (trx) => {
      const address = await trx<Subscription>("gw_webhook_subscription").where({ id }).forUpdate().first()
      if (address?.status !== "active") throw problem("invalid_state", { id }, DISABLED)
      const of = { id, states: [...states], from, to, delivery_id: replay.id ?? null }
      const bindings = { ...of, after_at: after[0], after_id: after[1], limit: AT_ONCE }
      const { rows } = await trx.raw<{ rows: { count: number; at: string; id: string }[] }>(REPLAY, bindings)
      const { count = 0, at = "", id: last = "" } = rows[0] ?? {}
      if (count) await noteAct(trx, actOn(address, "webhook_replayed", by, count))
      return { count, next_cursor: count === AT_ONCE ? cursorOf([at, last]) : null }
    })
  }

  /** Has an address told that it is one. Throws `invalid_state` for one that is disabled. */
  ping(address: ManagedSubscription, by: string): Promise<ListedDelivery> {
    return changeByStaff(this.knex, async (trx) => {
      if (address.status === "disabled") throw problem("invalid_state", { id: address.id }, DISABLED)
      await noteAct(trx, actOn(address, "webhook_pinged", by))
      return new Deliveries(trx).ping(address)
    })
  }
}

const DISABLED = "The webhook is disabled. Enable it first."

type Address = Pick<Subscription, "id" | "client_id" | "url">

function actOn(
  { id, client_id, url }: Address,
  type: string,
  by: string,
  count: number | null = null
): StaffAct {
  return { type, by, client_id, detail: { id, url, count } }
}

/** By a constant each, so that each is counted in its own index. */
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

/** One after the other, so that those of an order are told in its order, as far as that can be. */
const REPLAY = `
  with chosen as (
    select id, created_at, row_number() over (order by created_at, id) as place from gw_webhook_delivery
     where subscription_id = :id and state = any (:states)
       and (cast(:delivery_id as text) is null or id = :delivery_id)
       and (cast(:from as timestamptz) is null or created_at >= :from) and (cast(:to as timestamptz) is null or created_at < :to)
       and (cast(:after_id as text) is null or (created_at, id) > (cast(:after_at as timestamptz), :after_id))
     order by created_at, id limit :limit
  ), owed as (
    update gw_webhook_delivery d
       set state = 'pending', failures = 0, ended_at = null, next_at = now() + c.place * interval '1 microsecond'
      from chosen c where d.id = c.id
  ), counted as (
    select count(*)::integer as count, max(place) as last from chosen
  )
  select counted.count, c.id, to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from counted join chosen c on c.place = counted.last`
