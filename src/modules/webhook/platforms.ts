import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"

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
   * again, because its platform goes on naming it.
   */
  async note(session_id: string, address: PlatformAddress): Promise<void> {
    await this.knex.raw(NOTE, { ...address, session_id, id: newId("whk") })
  }
}

const NOTE = `
  with address as (
    insert into gw_webhook_subscription as known (id, client_id, profile, url, version)
    values (:id, :client_id, 'ucp_order', :url, :version)
    on conflict (client_id, profile, url, coalesce(events, '{}'), coalesce(version, '')) do update
       set status = 'active', disabled_reason = null, disabled_at = null,
           failures = case when known.status = 'active' then known.failures else 0 end,
           failing_since = case when known.status = 'active' then known.failing_since end,
           probe_at = case when known.status = 'active' then known.probe_at end
    returning id
  )
  insert into gw_webhook_platform (session_id, subscription_id) select :session_id, id from address
  on conflict (session_id) do update set subscription_id = excluded.subscription_id, noted_at = now()`
