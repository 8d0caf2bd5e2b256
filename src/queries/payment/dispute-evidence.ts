import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Agreement } from "../../domain/card"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { type ParcelRow, parcelsOf } from "../order/parcels"

/** The consent under which an agent acted. */
export interface Consent {
  readonly given_by: "user" | "customer"
  /** Null if the person is no longer known. */
  readonly email: string | null
  readonly scopes: readonly string[]
  readonly given_at: Date
  readonly revoked_at: Date | null
}

/** What the store knows about a payment beyond its timeline that helps to answer a dispute. */
export interface DisputeEvidence {
  /** Null for a payment of the storefront, and if no consent was valid. */
  readonly consent: Consent | null
  /** The agreement under which the card was saved; null if the payment has none. */
  readonly mandate: (Agreement & { readonly agreed_at: Date }) | null
  /** The fulfillments of the order that are not canceled, oldest first. */
  readonly parcels: readonly Pick<ParcelRow, "id" | "shipped_at" | "delivered_at" | "tracking">[]
}

/** The evidence for a payment; undefined when there is none with the id. Contains no secrets. */
export async function disputeEvidence(
  container: MedusaContainer,
  id: string
): Promise<DisputeEvidence | undefined> {
  const payment = await container.resolve<BankService>(BANK_MODULE).payments.find({ id })
  if (!payment) return undefined
  const [consent, mandate, parcels] = await Promise.all([
    consentOf(container, payment),
    mandateOf(container, payment),
    payment.order_id ? parcelsOf(container, [payment.order_id]) : [],
  ])
  const sent = parcels.filter(({ canceled_at }) => !canceled_at)
  const shown = sent.map(({ id, shipped_at, delivered_at, tracking }) => ({
    ...{ id, shipped_at, delivered_at, tracking },
  }))
  return { consent, mandate, parcels: shown }
}

async function consentOf(container: MedusaContainer, { id, client_id }: Payment): Promise<Consent | null> {
  if (!client_id) return null
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: Consent[] }>(CONSENT, { id })
  return rows[0] ?? null
}

async function mandateOf(container: MedusaContainer, payment: Payment): Promise<DisputeEvidence["mandate"]> {
  const { save_card, card_token_id, created_at } = payment
  if (save_card) return { ...save_card, agreed_at: created_at }
  if (!card_token_id) return null
  const card = await container.resolve<BankService>(BANK_MODULE).cards.find({ id: card_token_id })
  if (!card) return null
  const { customer_reference, usage, terms } = card
  return { customer_reference, usage, terms, agreed_at: card.created_at }
}

/** The newest consent that the payment's client had when it requested the payment: its customer's, if it has one. */
const CONSENT = `
  select g.actor_type as given_by, coalesce(c.email, u.email) as email, g.scopes, g.created_at as given_at, g.revoked_at
    from gw_payment p
    join gw_oauth_grant g on g.client_id = p.client_id and g.created_at <= p.created_at
     and (g.revoked_at is null or g.revoked_at > p.created_at)
    left join gw_session s on s.payment_id = p.id
    left join customer c on g.actor_type = 'customer' and c.id = g.actor_id
    left join "user" u on g.actor_type = 'user' and u.id = g.actor_id
   where p.id = :id and (s.customer_id is null or g.actor_id = s.customer_id)
   order by g.created_at desc limit 1`
