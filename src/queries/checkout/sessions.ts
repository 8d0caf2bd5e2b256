import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Attempt } from "../../domain/checkout"
import type { PaidIn } from "../../domain/payment-route"
import { needsApproval, type Spending } from "../../domain/spending"
import { boughtIn } from "../../modules/agent/models/bought"
import type { Session, SessionOwner } from "../../modules/agent/models/session"
import type { Approval } from "../../modules/policy/models/approval"

/** The payment of a session's latest attempt. */
export interface SessionPayment extends Attempt {
  readonly id: string
  /** The cart that became its order. */
  readonly cart_id: string | null
  readonly shop_order_id: number | null
  readonly decline_code: string | null
  readonly decline_message: string | null
  readonly card_brand: string | null
  readonly card_last4: string | null
}

/** The merchant's approval of what a session costs now. */
export type SessionApproval = Pick<Approval, "id"> & { readonly status: "waiting" | "approved" | "refused" }

/** A saved card that can be charged, with the data by which the customer recognizes it. */
export interface SavedCard {
  readonly id: string
  readonly brand: string | null
  readonly last4: string | null
  readonly exp_month: number | null
  readonly exp_year: number | null
  /** The name of the bank account at which the card is saved, unless it is saved at a provider. */
  readonly bank_account: string
  /** Medusa's id of the payment provider at which the customer has saved it; null for a card saved at the bank. */
  readonly provider_id: string | null
  /** Uppercase ISO 4217. */
  readonly currency: string
}

/** The hand-off of a session's cart to its customer. */
export interface SessionHandOff {
  readonly cart_id: string
  readonly country: string
  readonly nonce: string
  readonly is_expired: boolean
  readonly adopted_at: string | null
  /** Whether the customer has the cart, and the store still looks for their payment or order. */
  readonly is_followed: boolean
  /** Whether the store has found the customer's payment, also one that its provider has yet to confirm. */
  readonly is_paid: boolean
}

/** A session with its latest attempt, approval and saved cards. */
export interface SessionNow extends Session {
  readonly is_expired: boolean
  readonly attempt: SessionPayment | null
  /** The hand-off to the storefront, until its order is recorded. */
  readonly hand_off: SessionHandOff | null
  /**
   * The newest approval for exactly what the session buys now; null if none was requested or it expired. Until the merchant
   * approves, null also when their rules no longer require it.
   */
  readonly approval: SessionApproval | null
  /** The cards that this client may charge for the customer, newest first. Empty for a guest. */
  readonly cards: readonly SavedCard[]
  /** The region of the cart; null without a cart. */
  readonly region_id: string | null
  /** The payment providers that this region offers. */
  readonly providers: readonly string[]
}

const PAYMENT = `
  case when p.id is not null then json_build_object(
    'id', p.id, 'cart_id', p.cart_id, 'shop_order_id', p.shop_order_id, 'status', p.status,
    'is_announced', p.announced_at is not null, 'refunded_amount', p.refunded_amount,
    'is_settling', exists (
      select from gw_effect e
       where e.payment_id = p.id and e.effect in ('authorized', 'captured') and e.done_at is null),
    'redirect_url', p.redirect_url, 'decline_code', p.decline_code, 'decline_message', p.decline_message,
    'card_brand', p.card_brand, 'card_last4', p.card_last4) end as attempt`

const HAND_OFF = `
  (select json_build_object('cart_id', h.cart_id, 'country', h.country, 'nonce', h.nonce,
            'is_expired', h.expires_at <= now(), 'adopted_at', h.adopted_at,
            'is_followed', h.next_check_at is not null, 'is_paid', h.paid_at is not null or h.is_deferred)
     from gw_storefront_hand_off h where h.session_id = s.id and h.order_id is null) as hand_off`

/**
 * Cards that can be charged: active as in `shownStatusOf`, not past their expiry month, and at a provider only under a live
 * consent and for the session's currency.
 */
const CARDS = `
  coalesce((select json_agg(k) from (
    select id, brand, last4, exp_month, exp_year, bank_account, provider_id, currency from gw_card_token k
     where client_id = s.client_id and customer_reference = s.customer_id
       and status = 'active' and revoke_requested_at is null
       and cast(terms ->> 'expires_at' as timestamptz) > now()
       and coalesce(make_date(exp_year, exp_month, 1) + interval '1 month' > now(), true)
       and (provider_id is null or currency = s.quote ->> 'currency' and exists (
         select from gw_oauth_grant g where g.id = k.consent_id and g.revoked_at is null))
     order by created_at desc, id limit 20) k), '[]') as cards`

/** The approvals for the session's total, newest first: the decided ones and the waiting one. */
const APPROVALS = `
  coalesce((select json_agg(json_build_object('id', a.id, 'status', a.status, 'bought', a.bought) order by a.created_at desc)
    from gw_approval a
    where a.session_id = s.id and a.amount = cast(s.quote ->> 'total' as bigint)
      and a.currency = s.quote ->> 'currency'
      and (a.status in ('approved', 'refused') or a.status = 'waiting' and a.expires_at > now())), '[]') as approvals`

/** The spending rules of the session's client, as they are now. */
const SPENDING = `
  (select coalesce(c.spending, g.default_spending) from gw_oauth_client c cross join gw_setting g
    where c.id = s.client_id) as spending`

/** The region in which the session is paid, and its payment providers. */
const PLACE = `
  (select region_id from cart where id = s.cart_id) as region_id,
  array(select r.payment_provider_id from cart c
          join region_payment_provider r on r.region_id = c.region_id and r.deleted_at is null
         where c.id = s.cart_id) as providers`

const SESSION = `
  select s.*, s.expires_at <= now() as is_expired, ${PLACE}, ${CARDS}, ${PAYMENT}, ${HAND_OFF}, ${APPROVALS}, ${SPENDING}
    from gw_session s left join gw_payment p on p.id = s.payment_id
   where s.id = :id`

/** A session of this owner. Undefined if there is none or it belongs to another owner. */
export async function findSession(
  container: MedusaContainer,
  id: string,
  { client_id, customer_id }: SessionOwner
): Promise<SessionNow | undefined> {
  const isOwned = "s.client_id = :client_id and s.customer_id is not distinct from :customer_id"
  return first(container, `${SESSION} and ${isOwned}`, { id, client_id, customer_id })
}

/** A session of any owner, for callers that are authorized by its unguessable id. */
export async function sessionById(container: MedusaContainer, id: string): Promise<SessionNow | undefined> {
  return first(container, SESSION, { id })
}

async function first(
  container: MedusaContainer,
  query: string,
  bindings: Record<string, string | null>
): Promise<SessionNow | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: Row[] }>(query, bindings)
  return rows[0] && toSession(rows[0])
}

interface Row extends Omit<SessionNow, "approval"> {
  readonly approvals: readonly (SessionApproval & Pick<Approval, "bought">)[]
  readonly spending: Spending | null
}

/** Different baskets can have the same total, so an approval counts only for the same contents. */
function toSession({ approvals, spending, ...session }: Row): SessionNow {
  const bought = boughtIn(session)
  const { id, status } = approvals.find((one) => one.bought === bought) ?? {}
  const isRequired = status !== "waiting" || isApprovalRequired(session, spending)
  return { ...session, approval: id && status && isRequired ? { id, status } : null }
}

function isApprovalRequired({ quote }: Pick<Session, "quote">, spending: Spending | null): boolean {
  return spending !== null && needsApproval(spending, { amount: quote.total, currency: quote.currency })
}

/** What selects the payment route of a session. */
export const paidIn = ({ region_id, providers, quote }: Paid): PaidIn =>
  region_id ? { region_id, providers, currency: quote.currency } : { currency: quote.currency }

type Paid = Pick<SessionNow, "region_id" | "providers" | "quote">

/**
 * Checkouts without an announced order that expired within the last day, whose clients have an active webhook
 * subscription and have no event for the expiry yet. A checkout whose cart is followed in the storefront has not expired.
 */
export async function expiredCheckouts(container: MedusaContainer, limit: number): Promise<SessionNow[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: SessionNow[] }>(EXPIRED, { limit })
  return rows
}

const EXPIRED = `
  select s.*, true as is_expired, ${PLACE}, ${PAYMENT}
    from gw_session s left join gw_payment p on p.id = s.payment_id
   where s.kind = 'checkout' and s.expires_at between now() - interval '1 day' and now()
     and s.canceled_at is null and p.announced_at is null
     and s.client_id in (select client_id from gw_webhook_subscription where status = 'active')
     and not exists (select from gw_webhook_event e where e.dedupe_key = 'checkout.expired:' || s.id)
     and not exists (select from gw_storefront_hand_off h where h.session_id = s.id and h.next_check_at is not null)
   order by s.expires_at limit :limit`
