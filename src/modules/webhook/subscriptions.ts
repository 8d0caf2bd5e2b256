import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { problem } from "../../domain/errors"
import type { Subscription } from "./models/subscription"

/** What a client says of an address; the secret is sealed. */
export type NewSubscription = Pick<
  Subscription,
  "id" | "client_id" | "url" | "events" | "description" | "secret"
>

/** How many a client may have. */
const MOST = 10

/** The addresses that clients have subscribed. */
export class Subscriptions {
  constructor(private readonly knex: Knex) {}

  /**
   * Adds an address, or finds the one with the same events: one that was given up is tried again then. The one that is
   * found has its own id. Throws `invalid_params` when the client has ten others, and `invalid_state` for one that the
   * merchant has disabled.
   */
  async create({ events, ...given }: NewSubscription): Promise<Subscription> {
    const { client_id, url } = given
    return this.knex.transaction(async (trx) => {
      await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`gw_webhook ${client_id}`])
      const own = await trx<Subscription>("gw_webhook_subscription").where({ client_id, profile: "standard" })
      const same = own.find((one) => one.url === url && isSame(one.events, events))
      if (same) return resume(trx, same)
      if (own.length >= MOST) throw problem("invalid_params", { issues: [FULL] })
      const [row] = await trx("gw_webhook_subscription")
        .insert({ ...given, profile: "standard", events: events && [...events] })
        .returning<Subscription[]>("*")
      return row as Subscription
    })
  }

  /** Those of a client, the oldest first. */
  list(client_id: string): Promise<Subscription[]> {
    const own = this.knex<Subscription>("gw_webhook_subscription").where({ client_id, profile: "standard" })
    return own.orderBy(["created_at", "id"])
  }

  /** One of a client's. Throws `not_found` also for one of somebody else. */
  async retrieve(id: string, client_id: string): Promise<Subscription> {
    const found = await this.knex<Subscription>("gw_webhook_subscription")
      .where({ id, client_id, profile: "standard" })
      .first()
    return found ?? notFound(id)
  }

  /** Ends one with all that is owed to it. Throws as `retrieve` does. */
  async delete(id: string, client_id: string): Promise<void> {
    await this.retrieve(id, client_id)
    await this.knex("gw_webhook_subscription").where({ id, client_id }).delete()
  }

  /**
   * Replaces the secret, once for each `rotation`. The one there was at that moment signs as well for another day. Throws
   * as `retrieve` does.
   */
  async rotate(id: string, client_id: string, sealed: string, rotation: string): Promise<Subscription> {
    const own = { id, client_id, profile: "standard" }
    return this.knex.transaction(async (trx) => {
      const known = await trx<Subscription>("gw_webhook_subscription").where(own).forUpdate().first()
      if (known?.rotation === rotation) return known
      const [row] = await trx("gw_webhook_subscription")
        .where(own)
        .update({
          ...{ secret: sealed, rotation },
          previous_secret: trx.ref("secret"),
          previous_until: trx.raw("now() + interval '24 hours'"),
        })
        .returning<Subscription[]>("*")
      return row ?? notFound(id)
    })
  }

  /** Sends nothing more to any address of clients that are revoked. */
  async disableOf(client_ids: readonly string[]): Promise<void> {
    await this.knex.raw(
      "select gw_webhook_disable(id, 'client_revoked') from gw_webhook_subscription where client_id = any(?) order by id",
      [[...client_ids]]
    )
  }
}

const FULL = { path: "url", message: `a client has ${MOST} webhooks at most; delete one first` }

const NOT_WANTED = "The merchant has disabled this webhook."

function notFound(id: string): never {
  throw problem("not_found", { id }, "No webhook matches the id.")
}

const isSame = (one: Subscription["events"], other: Subscription["events"]) =>
  JSON.stringify(one) === JSON.stringify(other)

/** It is registered again. */
async function resume(trx: Knex, known: Subscription): Promise<Subscription> {
  if (known.status === "active") return known
  if (known.disabled_reason === "merchant") throw problem("invalid_state", { id: known.id }, NOT_WANTED)
  const [row] = await trx("gw_webhook_subscription")
    .where({ id: known.id })
    .update(AS_NEW)
    .returning<Subscription[]>("*")
  return row as Subscription
}

/** One that goes on: what it has failed at before is forgotten. */
export const AS_NEW = {
  ...{ status: "active", disabled_reason: null, disabled_at: null },
  ...{ failures: 0, failing_since: null, probe_at: null },
}
