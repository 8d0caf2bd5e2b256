import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Payment } from "../../modules/bank/models/payment"

/** The consent under which an agent acted. */
export interface Consent {
  readonly given_by: "user" | "customer"
  /** Null if the person is no longer known. */
  readonly email: string | null
  readonly scopes: readonly string[]
  readonly given_at: Date
  /** When the consent was revoked after the payment; null while it is valid. */
  readonly revoked_at: Date | null
}

/**
 * The newest consent that the payment's client had when it requested the payment. It is the consent of the customer
 * whose checkout or order it is; for a guest it is one of the store's staff. Null for a payment of the storefront, and
 * if there is none: no other person's consent is ever returned.
 */
export async function consentOf(
  container: MedusaContainer,
  { id, client_id }: Payment
): Promise<Consent | null> {
  if (!client_id) return null
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: Consent[] }>(CONSENT, { id })
  return rows[0] ?? null
}

/**
 * A session knows its customer from the start, while a guest's order can be transferred to an account later. An erasure
 * replaces the customer's id in their consents by its own.
 */
const CONSENT = `
  with bought as (
    select p.client_id, p.created_at, p.erasure_id,
           case when s.id is null then buyer.id else s.customer_id end as customer_id
      from gw_payment p
      left join gw_session s on s.payment_id = p.id
      left join "order" o on o.id = p.order_id
      left join customer buyer on buyer.id = o.customer_id and buyer.has_account
     where p.id = :id)
  select g.actor_type as given_by, coalesce(c.email, u.email) as email, g.scopes, g.created_at as given_at, g.revoked_at
    from bought b
    join gw_oauth_grant g on g.client_id = b.client_id and g.created_at <= b.created_at
     and (g.revoked_at is null or g.revoked_at > b.created_at)
     and case when b.customer_id is null then g.actor_type = 'user'
         else g.actor_type = 'customer' and g.actor_id in (b.customer_id, b.erasure_id) end
    left join customer c on g.actor_type = 'customer' and c.id = g.actor_id
    left join "user" u on g.actor_type = 'user' and u.id = g.actor_id
   order by g.created_at desc limit 1`
