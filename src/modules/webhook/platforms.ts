import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"
import { ENABLED } from "./subscriptions"

/** The webhook URL for order events from a platform's profile. */
export interface PlatformAddress {
  readonly client_id: string
  readonly url: string
  /** The UCP version of the webhooks. */
  readonly version: string
}

/** The webhook subscriptions from platforms' profiles, and the checkout sessions they apply to. */
export class Platforms {
  constructor(private readonly knex: Knex) {}

  /**
   * Sets the subscription for the order events of a checkout session; the last call wins. A disabled
   * subscription is enabled again, because its platform still uses the URL, unless the merchant disabled it.
   */
  async note(session_id: string, address: PlatformAddress): Promise<void> {
    const noted = { ...address, session_id, id: newId("whk") }
    const { rows } = await this.knex.raw<{ rows: { subscription_id: string }[] }>(NOTE, noted)
    await this.knex("gw_webhook_subscription")
      .where({ id: rows[0]?.subscription_id ?? "", status: "disabled" })
      .whereNot({ disabled_reason: "merchant" })
      .update(ENABLED)
  }
}

/** On a conflict the update changes nothing; it only makes the statement return the existing id. */
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
