import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { USABLE_GRANT } from "../../modules/oauth/own-grants"

/**
 * Those of these deliveries whose client may no longer act for the person whose order or checkout the event is about: the
 * customer, or the store's staff for a guest. A revocation, by anyone, ends the consents that the person gave before, except
 * those that are still usable, while they are. A consent that has only expired counts, because webhooks last longer than
 * tokens, and so does one that ended by the customer's erasure: events have no personal data of them.
 */
export async function withdrawnDeliveries(
  container: MedusaContainer,
  ids: readonly string[]
): Promise<string[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(WITHDRAWN, { ids: [...ids] })
  return rows.map(({ id }) => id)
}

/** The consents of an event's person to its client. Both branches have an index. */
const CONSENTS = `(
  select * from gw_oauth_grant
   where client_id = e.client_id and actor_type = 'customer' and actor_id = s.customer_id
  union all
  select * from gw_oauth_grant
   where client_id = e.client_id and actor_type = 'user' and s.customer_id is null) g`

const WITHDRAWN = `
  select d.id from gw_webhook_delivery d
    join gw_webhook_event e on e.id = d.event_id
    join gw_session s on s.id = e.session_id
    cross join lateral (
      select max(revoked_at) as revoked_at from ${CONSENTS} where revoked_reason <> 'customer_erased') ended
   where d.id = any(:ids)
     and ended.revoked_at is not null
     and not exists (
       select from ${CONSENTS}
        where (revoked_at is null or revoked_reason = 'customer_erased')
          and (g.created_at > ended.revoked_at or (revoked_at is null and ${USABLE_GRANT})))`
