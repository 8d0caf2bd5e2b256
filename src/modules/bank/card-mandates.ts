import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type CardCharges, type MandateNow, mandateError } from "../../domain/card-mandate"
import type { Sum } from "../../domain/spending"
import { NOTHING } from "./unpaid-orders"

/** A charge of a saved card without the customer. Without a card it is a payment that the customer authenticates. */
export interface CardCharge extends Sum {
  /** The payment's own id, which is not counted. */
  readonly id?: string
  readonly card_token_id?: string | null
}

/** The mandates of customers: what their saved cards may be charged without them. */
export class CardMandates {
  constructor(private readonly knex: Knex) {}

  /** Throws `mandate_limit` if the card may not be charged this amount now. The binding check is `takeMandate`. */
  check(charge: CardCharge): Promise<void> {
    return assertCovered(this.knex, charge)
  }

  /** The newest live consent with mandates that this customer gave this client. Undefined if they gave none. */
  async consented(client_id: string, customer_id: string): Promise<MandateConsent | undefined> {
    const { rows } = await this.knex.raw<{ rows: MandateConsent[] }>(CONSENT, [client_id, customer_id])
    return rows[0]
  }
}

/**
 * Throws `mandate_limit` if the charge exceeds the mandate of the card, or that of the customer's consent. Locks both
 * until the transaction ends, so store the payment in this transaction.
 */
export function takeMandate(trx: Knex.Transaction, charge: CardCharge): Promise<void> {
  return assertCovered(trx, charge, "for no key update")
}

interface Card {
  readonly client_id: string
  readonly customer_reference: string
  readonly provider_id: string | null
  readonly currency: string
  readonly max_per_charge: string
  readonly max_per_month: string
  readonly is_expired: boolean
}

/** A customer's consent to charges of their saved cards. */
export interface MandateConsent {
  readonly id: string
  /** One per currency. */
  readonly authorization_details: readonly CardCharges[]
}

async function assertCovered(db: Knex, charge: CardCharge, lock = ""): Promise<void> {
  const { card_token_id } = charge
  if (!card_token_id) return
  const { rows } = await db.raw<{ rows: Card[] }>(`${CARD} ${lock}`, [card_token_id])
  const [card] = rows
  if (!card) throw new Error(`no card ${card_token_id}`)
  const own = { ...card, ...amountsIn(card), charged: await chargedTo([card_token_id], charge, db) }
  const error = mandateError(charge, own) ?? (await consentError(db, charge, card, lock))
  if (error) throw error
}

async function consentError(db: Knex, charge: CardCharge, card: Card, lock: string) {
  const { client_id, customer_reference, provider_id } = card
  const { rows } = await db.raw<{ rows: MandateConsent[] }>(`${CONSENT} ${lock}`, [
    client_id,
    customer_reference,
  ])
  const [consent] = rows
  // The bank's page has shown a mandate to the customer. A provider has shown none: only a consent allows the charge.
  if (!consent)
    return provider_id ? mandateError(charge, { ...NO_MANDATE, currency: charge.currency }) : undefined
  const details = consent.authorization_details.find(({ currency }) => currency === charge.currency)
  if (!details) return mandateError(charge, { ...NO_MANDATE, currency: "" })
  const cards = await db("gw_card_token").where({ client_id, customer_reference }).pluck<string[]>("id")
  const charged = await chargedTo(cards, charge, db)
  return mandateError(charge, { ...details, charged, is_expired: await isPast(db, details.expires_at) })
}

const NO_MANDATE: MandateNow = {
  currency: "",
  max_per_charge: 0,
  max_per_month: 0,
  is_expired: true,
  charged: 0,
}

const amountsIn = ({ max_per_charge, max_per_month }: Card) => ({
  max_per_charge: Number(max_per_charge),
  max_per_month: Number(max_per_month),
})

/** By the database's clock, because the clocks of servers differ. */
async function isPast(db: Knex, moment: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { is_past: boolean }[] }>(
    "select cast(? as timestamptz) <= now() as is_past",
    [moment]
  )
  return rows[0]?.is_past ?? true
}

/** What was charged to these cards in this calendar month (UTC). Charges that failed do not count, refunded ones do. */
async function chargedTo(cards: readonly string[], { id, currency }: CardCharge, db: Knex): Promise<number> {
  const begun = db("gw_payment")
    .whereIn("card_token_id", [...cards])
    .where({ currency })
    .whereNotIn("status", [...NOTHING])
  if (id) void begun.whereNot({ id })
  const [sum] = await begun.whereRaw(`created_at >= ${MONTH}`).sum({ charged: "amount" })
  return Number(sum?.charged ?? 0)
}

const MONTH = "date_trunc('month', now() at time zone 'utc') at time zone 'utc'"

const CARD = `
  select client_id, customer_reference, provider_id, currency, terms ->> 'max_amount' as max_per_charge,
         terms ->> 'max_per_month' as max_per_month, cast(terms ->> 'expires_at' as timestamptz) <= now() as is_expired
    from gw_card_token where id = ?`

/* A newer consent replaces the mandate of an older one. */
const CONSENT = `
  select id, authorization_details from gw_oauth_grant
   where client_id = ? and actor_type = 'customer' and actor_id = ?
     and revoked_at is null and authorization_details is not null
   order by created_at desc, id desc limit 1`
