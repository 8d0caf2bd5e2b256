import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Grant } from "./models/grant"

/** A consent with the name of its client. */
export type NamedGrant = Grant & { readonly client_name: string }

/** Personal data in consents. */
export class Personal {
  constructor(private readonly knex: Knex) {}

  /** The consents of these customers, newest first. */
  async consents(customer_ids: readonly string[], db: Knex = this.knex): Promise<NamedGrant[]> {
    const grants = db("gw_oauth_grant as g").join("gw_oauth_client as c", "c.id", "g.client_id")
    const own = grants.where("g.actor_type", "customer").whereIn("g.actor_id", [...customer_ids])
    return (await own.orderBy("g.created_at", "desc").select("g.*", "c.name as client_name")) as NamedGrant[]
  }

  /**
   * Revokes all consents of these customers and with them all tokens, from the next call on, ends their logins on the
   * account page, and replaces the customer ids by the erasure id. `by` is the staff member, if any. Returns how many consents were live.
   */
  async erase(
    customer_ids: readonly string[],
    { erasure_id, by }: { erasure_id: string; by: string | null },
    trx: Knex
  ): Promise<number> {
    const own = () =>
      trx("gw_oauth_grant")
        .where({ actor_type: "customer" })
        .whereIn("actor_id", [...customer_ids])
    const ended = { revoked_at: trx.fn.now(), revoked_reason: "customer_erased", updated_by: by }
    const revoked = await own().whereNull("revoked_at").update(ended)
    await own().update({ actor_id: erasure_id })
    const requests = trx("gw_oauth_request").where({ actor_type: "customer" })
    await requests.whereIn("actor_id", [...customer_ids]).update({ actor_id: erasure_id })
    await trx("gw_oauth_account_session")
      .whereIn("customer_id", [...customer_ids])
      .delete()
    return revoked
  }

  /** The clients to which an erased customer had consented. */
  clientsOf(erasure_id: string): Promise<string[]> {
    return this.knex("gw_oauth_grant")
      .where({ actor_type: "customer", actor_id: erasure_id })
      .distinct()
      .pluck("client_id")
  }
}
