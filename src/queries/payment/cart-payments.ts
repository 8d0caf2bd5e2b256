import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { SessionData } from "../../domain/payment-pages/payment-page"
import { PAYMENT_PROVIDER_ID, MANUAL_PROVIDER_ID, providersOf } from "../../domain/payment-route"
import type { StorefrontHandOff } from "../../modules/agent/models/storefront-hand-off"
import { BANK_MODULE } from "../../modules/bank"
import { OPERATION_MARK } from "../../modules/bank/provider-payment-records"
import type BankService from "../../modules/bank/service"
import { type HoldingPayment, findHoldingPayment } from "./find-holding-payment"
import { providerStatus } from "./provider-status"

/** A payment session of a cart at another provider than the plugin's, and Medusa's payment of it. */
export interface CartPayment extends HoldingPayment {
  readonly session_id: string
  readonly provider_id: string
  readonly data: SessionData
  /** In major units, as a decimal. */
  readonly amount: string
  readonly currency: string
  /**
   * In major units, as a decimal: captured, without what Medusa has refunded. The plugin's own refund of a payment without
   * an order does not count: until it is known to be made, the payment holds money, and afterwards its session is deleted.
   */
  readonly captured: string
}

/** The payment that holds the money of a cart, if any, and whether a provider has yet to confirm a payment of the cart. */
export interface CartFunds {
  readonly held: CartPayment | undefined
  readonly is_deferred: boolean
}

/**
 * The newest payment that holds the money of a handed-over cart: in Medusa, or only at its provider. Queries only the
 * provider whose route handed over the cart, and those of the store's current `storefront` routes. Another provider, for
 * payment on delivery for example, may report a session as authorized that no customer has confirmed. Throws if a provider
 * fails and no other payment holds money.
 */
export async function fundsOfCart(
  container: MedusaContainer,
  { cart_id, provider_id }: Pick<StorefrontHandOff, "cart_id" | "provider_id">
): Promise<CartFunds> {
  const { payment_routes } = container.resolve<BankService>(BANK_MODULE).options
  const named = [provider_id, ...providersOf(payment_routes, "storefront")]
  let is_deferred = false
  const held = await findHoldingPayment(await paymentsOf(container, cart_id), async (payment) => {
    if (!named.includes(payment.provider_id)) return false
    const status = await providerStatus(container, payment)
    is_deferred ||= status === "pending_authorization"
    return status === "authorized" || status === "captured"
  })
  return { held, is_deferred }
}

/** The payment of one payment session of a cart, as Medusa has recorded it. Throws if the cart has no such session. */
export async function paymentOfSession(
  container: MedusaContainer,
  cart_id: string,
  session_id: string
): Promise<CartPayment> {
  const payment = (await paymentsOf(container, cart_id)).find((one) => one.session_id === session_id)
  if (!payment) throw new Error(`the cart ${cart_id} has no payment session ${session_id}`)
  return payment
}

async function paymentsOf(container: MedusaContainer, cart_id: string): Promise<CartPayment[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const others = [PAYMENT_PROVIDER_ID, MANUAL_PROVIDER_ID]
  const { rows } = await knex.raw<{ rows: CartPayment[] }>(PAYMENTS, {
    cart_id,
    others,
    mark: OPERATION_MARK,
  })
  return rows
}

const PAYMENTS = `
  select s.id as session_id, s.provider_id, s.data, s.amount::text as amount, upper(s.currency_code) as currency,
         p.id as payment_id, (c.amount - r.amount)::text as captured,
         p.canceled_at is null and (c.amount = 0 or c.amount > r.amount) as is_held
    from cart_payment_collection l
    join payment_session s on s.payment_collection_id = l.payment_collection_id and s.deleted_at is null
    left join payment p on p.payment_session_id = s.id and p.deleted_at is null
    cross join lateral (select coalesce(sum(amount), 0) as amount from capture
                         where payment_id = p.id and deleted_at is null) c
    cross join lateral (select coalesce(sum(amount), 0) as amount from refund
                         where payment_id = p.id and deleted_at is null and not coalesce(created_by, '') ^@ :mark) r
   where l.cart_id = :cart_id and l.deleted_at is null and not s.provider_id = any (:others)
   order by s.created_at desc, s.id desc`
