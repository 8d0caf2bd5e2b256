import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { problem } from "../../domain/errors"
import { OWN_PROFILES } from "../../domain/webhook"
import type { Subscription } from "./models/subscription"

/** The data of a subscription before it is stored. The secret is encrypted. */
export type NewSubscription = Pick<
  Subscription,
  "id" | "client_id" | "url" | "events" | "description" | "secret"
> & { readonly profile: (typeof OWN_PROFILES)[number] }

/** The maximum number of subscriptions of a client. */
const MOST = 10

/** The webhook subscriptions that clients have registered. */
export class Subscriptions {
  constructor(private readonly knex: Knex) {}

  /**
   * Adds a subscription, or returns the existing one with the same URL and events. An existing one that is
   * disabled is enabled again. Throws `invalid_params` if the client already has ten others, and
   * `invalid_state` if the merchant disabled the existing one.
   */
  async create({ events, ...given }: NewSubscription): Promise<Subscription> {
    const { client_id, url } = given
    return this.knex.transaction(async (trx) => {
      await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`gw_webhook ${client_id}`])
      const own = await ownIn(trx, { client_id })
      const same = own.find((one) => one.url === url && isSame(one.events, events))
      if (same) return enableAgain(trx, same)
      if (own.length >= MOST) throw problem("invalid_params", { issues: [FULL] })
      const [row] = await trx("gw_webhook_subscription")
        .insert({ ...given, events: events && [...events] })
        .returning<Subscription[]>("*")
      return row as Subscription
    })
  }

  /** The subscriptions of a client, oldest first. */
  list(client_id: string): Promise<Subscription[]> {
    return ownIn(this.knex, { client_id }).orderBy(["created_at", "id"])
  }

  /** A client's subscription. Throws `not_found` if there is none or it belongs to another client. */
  async retrieve(id: string, client_id: string): Promise<Subscription> {
    return (await ownIn(this.knex, { id, client_id }).first()) ?? notFound(id)
  }

  /** Deletes a subscription with its deliveries. Throws like `retrieve`. */
  async delete(id: string, client_id: string): Promise<void> {
    await this.retrieve(id, client_id)
    await this.knex("gw_webhook_subscription").where({ id, client_id }).delete()
  }

  /**
   * Replaces the secret, once per `rotation`. For 24 hours, messages are also signed with the previous secret.
   * Throws like `retrieve`.
   */
  async rotate(id: string, client_id: string, encrypted: string, rotation: string): Promise<Subscription> {
    return this.knex.transaction(async (trx) => {
      const known = (await ownIn(trx, { id, client_id }).forUpdate().first()) ?? notFound(id)
      if (known.rotation === rotation) return known
      const [row] = await trx("gw_webhook_subscription")
        .where({ id })
        .update({
          secret: encrypted,
          rotation,
          previous_secret: trx.ref("secret"),
          previous_until: trx.raw("now() + interval '24 hours'"),
        })
        .returning<Subscription[]>("*")
      return row as Subscription
    })
  }

  /** Disables all subscriptions of revoked clients. */
  async disableOf(client_ids: readonly string[]): Promise<void> {
    await this.knex.raw(
      "select gw_webhook_disable(id, 'client_revoked') from gw_webhook_subscription where client_id = any(?) order by id",
      [[...client_ids]]
    )
  }
}

/** The subscriptions that clients registered themselves. */
const ownIn = (db: Knex, where: { readonly id?: string; readonly client_id: string }) =>
  db<Subscription>("gw_webhook_subscription")
    .where(where)
    .whereIn("profile", [...OWN_PROFILES])

const FULL = { path: "url", message: `a client can have at most ${MOST} webhooks; delete one first` }

const DISABLED_BY_MERCHANT = "The merchant has disabled this webhook."

function notFound(id: string): never {
  throw problem("not_found", { id }, "No webhook matches the id.")
}

const isSame = (one: Subscription["events"], other: Subscription["events"]) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Enables a subscription that is registered again. */
async function enableAgain(trx: Knex, known: Subscription): Promise<Subscription> {
  if (known.status === "active") return known
  if (known.disabled_reason === "merchant")
    throw problem("invalid_state", { id: known.id }, DISABLED_BY_MERCHANT)
  const [row] = await trx("gw_webhook_subscription")
    .where({ id: known.id })
    .update(ENABLED)
    .returning<Subscription[]>("*")
  return row as Subscription
}

/** The columns of an enabled subscription without failures. */
export const ENABLED = {
  status: "active",
  disabled_reason: null,
  disabled_at: null,
  failures: 0,
  failing_since: null,
  probe_at: null,
}
