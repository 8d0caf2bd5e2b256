import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { SessionData } from "../../domain/payment-pages/payment-page"
import { PAYMENT_PROVIDER_ID } from "../../domain/payment-route"
import { recordedSumOf } from "./recorded-sum"

/** A payment session at another provider, with which a customer may pay an order that is paid at the plugin's bank. */
export interface OtherSession {
  /** The payment at the bank. */
  readonly payment_id: string
  readonly session_id: string
  readonly provider_id: string
  /** The provider's own data. */
  readonly data: SessionData
  /** Whether Medusa has recorded a payment of the session, which holds money. */
  readonly has_payment: boolean
  /** Whether the customer has paid in a way that the provider confirms days later, such as a direct debit. */
  readonly is_deferred: boolean
  /** Whether the order and the session are older than an hour: a provider that still fails is not waited for. */
  readonly is_overdue: boolean
}

/** The source of the review of a session: one while it is open, and another one once Medusa has recorded its payment. */
export const sourceOf = ({
  session_id,
  has_payment,
}: Pick<OtherSession, "session_id" | "has_payment">): string => `${has_payment ? PAID : OPEN}${session_id}`

/**
 * The other sessions with which the carts of these payments may be paid again, without those that have had a review, or
 * whose payment Medusa has canceled, or captured and refunded in full. A review of an open session does not cover a payment
 * that Medusa records later. Only of agents' orders whose payments at the bank hold money, and only of their carts: what an
 * edit has made outstanding has a payment collection of its own.
 */
export async function otherSessions(
  container: MedusaContainer,
  payment_ids: readonly string[]
): Promise<OtherSession[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const bindings = { ids: [...payment_ids], bank: PAYMENT_PROVIDER_ID, open: OPEN, paid: PAID }
  return (await knex.raw<{ rows: OtherSession[] }>(SESSIONS, bindings)).rows
}

const OPEN = "other_session_open:"
const PAID = "other_session_paid:"

/** What Medusa has captured and refunded of the payment of a session. */
const CAPTURED = recordedSumOf("capture", "m.id")
const REFUNDED = recordedSumOf("refund", "m.id")

const SESSIONS = `
  select p.id as payment_id, s.id as session_id, s.provider_id, s.data, m.id is not null as has_payment,
         s.status = 'pending_authorization' as is_deferred,
         greatest(o.created_at, s.created_at) < now() - interval '1 hour' as is_overdue
    from gw_payment p
    join "order" o on o.id = p.order_id
    join cart_payment_collection c on c.cart_id = p.cart_id and c.deleted_at is null
    join payment_session s on s.payment_collection_id = c.payment_collection_id and s.deleted_at is null
    left join payment m on m.payment_session_id = s.id and m.deleted_at is null
   where p.id = any(:ids) and p.route = 'bank' and p.origin = 'cart'
     and p.client_id is not null
     and p.status in ('authorized', 'partially_captured', 'captured')
     and (p.captured_amount = 0 or p.refunded_amount < p.captured_amount)
     and s.provider_id <> :bank and m.canceled_at is null
     and not (m.captured_at is not null and ${CAPTURED} > 0 and ${REFUNDED} >= ${CAPTURED})
     and not exists (
       select from gw_review r
        where r.payment_id = p.id and r.source = case when m.id is null then :open else :paid end || s.id)
   order by s.created_at, s.id`
