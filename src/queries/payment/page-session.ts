import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { PAYMENT_PROVIDER_ID } from "../../providers/payment-bank/id"

/** The payment session of an order at another provider than the plugin's bank. */
export interface PageSession {
  readonly session_id: string
  readonly provider_id: string
  /** The provider's own data. */
  readonly data: Readonly<Record<string, unknown>>
  /** Whether Medusa has recorded a payment of the session. */
  readonly has_payment: boolean
  /** Whether Medusa has recorded that it is captured. */
  readonly is_captured: boolean
}

/** The newest payment session of an order at another provider. Undefined if the order has none, or it was deleted. */
export async function pageSession(
  container: MedusaContainer,
  order_id: string
): Promise<PageSession | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: PageSession[] }>(SESSION, { order_id, bank: PAYMENT_PROVIDER_ID })
  return rows[0]
}

const SESSION = `
  select s.id as session_id, s.provider_id, s.data,
         p.id is not null as has_payment, p.captured_at is not null as is_captured
    from order_payment_collection l
    join payment_session s on s.payment_collection_id = l.payment_collection_id and s.deleted_at is null
    left join payment p on p.payment_session_id = s.id and p.deleted_at is null
   where l.order_id = :order_id and l.deleted_at is null and s.provider_id <> :bank
   order by s.created_at desc, s.id desc
   limit 1`
