import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"
import { AS_NEW } from "./subscriptions"

/** Where a platform wants to be told of its orders, by its profile. */
export interface PlatformAddress {
  readonly client_id: string
  readonly url: string
  /** The version of UCP it is told in. */
  readonly version: string
}

/** The addresses that platforms' profiles name, and which checkout each is for. */
export class Platforms {
  constructor(private readonly knex: Knex) {}

  /**
   * Notes where the order of a checkout is to be told of: the last word counts. An address that was given up is tried
   * again, because its platform goes on naming it; one that the merchant has disabled is not.
   */
  async note(session_id: string, address: PlatformAddress): Promise<void> {
    const noted = { ...address, session_id, id: newId("whk") }
    const { rows } = await this.knex.raw<{ rows: { subscription_id: string }[] }>(NOTE, noted)
    await this.knex("gw_webhook_subscription")
      .where({ id: rows[0]?.subscription_id ?? "", status: "disabled" })
      .whereNot({ disabled_reason: "merchant" })
      .update(AS_NEW)
  }
}

/** A conflict updates nothing, but to be told which one it is. */
const NOTE = `
  with address as (
    insert into gw_webhook_subscription (id, client_id, profile, url, version)
    values (:id, :client_id, 'ucp_order', :url, :version)
    on conflict (client_id, profile, url, coalesce(events, '{}'), coalesce(version, '')) do update
       set url = excluded.url
    returning id
  )
  insert into gw_webhook_platform (session_id, subscription_id) select :session_id, id from address
  on conflict (session_id) do update set subscription_id = excluded.subscription_id, noted_at = now()
  returning subscription_id`
