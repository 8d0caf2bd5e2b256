import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { pageOf } from "../../domain/payment-pages"
import type { PaymentPage, SessionData } from "../../domain/payment-pages/payment-page"
import { toMinorUnits } from "../../lib/minor-units"
import type { Payment } from "../../modules/bank/models/payment"
import { MANUAL_PROVIDER_ID, PAYMENT_PROVIDER_ID, providersOf } from "../../domain/payment-route"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"

/** A payment session of an order at another provider than the plugin's bank. */
export interface ProviderSession {
  readonly session_id: string
  readonly provider_id: string
  /** The provider's own data. */
  readonly data: SessionData
  /** The store's page on which the customer can pay. Undefined if the provider has none. */
  readonly page: PaymentPage | undefined
  /** In major units, as a decimal. */
  readonly amount: string
  /** Uppercase ISO 4217. */
  readonly currency: string
  /** Whether the customer has paid in a way that the provider confirms days later, such as a direct debit. */
  readonly is_deferred: boolean
  /** Medusa's payment of the session; null until Medusa has recorded one. */
  readonly payment_id: string | null
  /** Whether Medusa has recorded a payment of the session. */
  readonly has_payment: boolean
  /** Whether Medusa has recorded that it is captured, and booked it on the order. */
  readonly is_captured: boolean
  /** Whether it is captured and not booked on the order, because the store was killed in between, for example. */
  readonly is_unbooked: boolean
}

/**
 * The payment sessions of an order at other providers, the newest first. Usually it is the one that the plugin has created.
 * Medusa creates another one when staff mark the order as paid, for example; it keeps one whose payment is captured.
 */
export async function providerSessions(
  container: MedusaContainer,
  order_id: string
): Promise<ProviderSession[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: Omit<ProviderSession, "page">[] }>(SESSIONS, {
    order_id,
    bank: PAYMENT_PROVIDER_ID,
  })
  const { payment_routes } = container.resolve<BankService>(BANK_MODULE).options
  return rows.map((row) => ({ ...row, page: pageOf(row.provider_id, payment_routes) }))
}

/**
 * The sessions of a storefront's order whose payment may be made without a record in Medusa: those that a provider has yet
 * to confirm, and those of the store's routes `storefront`. Another provider, for payments on delivery for example, may
 * report every session as authorized, also one that no customer has confirmed.
 */
export function unrecorded(
  container: MedusaContainer,
  sessions: readonly ProviderSession[]
): readonly ProviderSession[] {
  const named = storefrontProviders(container)
  return sessions.filter(
    ({ has_payment, is_deferred, provider_id }) =>
      !has_payment && (is_deferred || named.includes(provider_id))
  )
}

/** The providers of the store's routes `storefront`, without Medusa's manual one, which cannot be queried. */
export function storefrontProviders(container: MedusaContainer): string[] {
  const { payment_routes } = container.resolve<BankService>(BANK_MODULE).options
  return providersOf(payment_routes, "storefront").filter((id) => id !== MANUAL_PROVIDER_ID)
}

/** Whether the provider may have captured the payment of a session on the store's page, and Medusa has not recorded that. */
export const isUncaptured = ({ is_captured, page, data }: ProviderSession): boolean =>
  !is_captured && (page?.isCreated(data) ?? false)

/** The id of the payment collection of an order that an agent has placed. Throws if the order has none. */
export async function collectionOf(container: MedusaContainer, order_id: string): Promise<string> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const links = knex("order_payment_collection").where({ order_id, deleted_at: null })
  const link = await links.first<{ id: string } | undefined>({ id: "payment_collection_id" })
  if (!link) throw new Error(`order ${order_id} has no payment collection`)
  return link.id
}

/** Whether a customer can pay exactly this payment with a session on the store's page. */
export function isPayable(
  { page, data, has_payment, ...session }: ProviderSession,
  { amount, currency }: Pick<Payment, "amount" | "currency">
): boolean {
  return (
    !has_payment &&
    (page?.isOpen(data) ?? false) &&
    session.currency === currency &&
    toMinorUnits(session.amount, currency) === amount
  )
}

const SESSIONS = `
  select s.id as session_id, s.provider_id, s.data, s.amount::text as amount, upper(s.currency_code) as currency,
         s.status = 'pending_authorization' as is_deferred,
         p.id as payment_id, p.id is not null as has_payment,
         p.captured_at is not null and not u.is_unbooked as is_captured, u.is_unbooked
    from order_payment_collection l
    join payment_session s on s.payment_collection_id = l.payment_collection_id and s.deleted_at is null
    left join payment p on p.payment_session_id = s.id and p.deleted_at is null
    cross join lateral (
      select p.captured_at is not null and exists (
               select from capture c
                where c.payment_id = p.id and c.deleted_at is null
                  and not exists (select from order_transaction t
                                   where t.order_id = l.order_id and t.reference = 'capture' and t.deleted_at is null
                                     and t.reference_id in (c.id, p.id))) as is_unbooked) u
   where l.order_id = :order_id and l.deleted_at is null and s.provider_id <> :bank
   order by s.created_at desc, s.id desc`
