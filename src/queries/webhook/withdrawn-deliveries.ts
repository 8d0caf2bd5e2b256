import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/**
 * Those of these deliveries whose client may no longer act for the person whose order or checkout the event is about: the
 * customer, or the store's staff for a guest. Every consent of this person to the client was revoked, by anyone. A consent
 * that has only expired counts, because webhooks last longer than tokens, and so does one of an erased customer: events have
 * no personal data of them.
 */
export async function withdrawnDeliveries(
  container: MedusaContainer,
  ids: readonly string[]
): Promise<string[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(WITHDRAWN, { ids: [...ids] })
  return rows.map(({ id }) => id)
}

const CONSENT = `
  select from gw_oauth_grant g
   where g.client_id = e.client_id
     and case when s.customer_id is null then g.actor_type = 'user'
              else g.actor_type = 'customer' and g.actor_id = s.customer_id end`

const WITHDRAWN = `
  select d.id from gw_webhook_delivery d
    join gw_webhook_event e on e.id = d.event_id
    join gw_session s on s.id = e.session_id
   where d.id = any(:ids)
     and exists (${CONSENT} and g.revoked_at is not null and g.revoked_reason <> 'customer_erased')
     and not exists (${CONSENT} and g.revoked_at is null)`
