import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type CardCharges, termsUnder } from "../../domain/card-mandate"
import type { ProviderCard } from "../../domain/payment-pages/payment-page"
import { newId } from "../../domain/secrets"
import type { CardToken } from "./models/card"

/** Where cards are saved, and for which client they are stored. */
export type CardOwner = Pick<CardToken, "client_id" | "provider_id"> & { readonly customer_id: string }

/** The mandate under which a client may charge the cards, and the consent that contains it. */
export interface Mandate extends CardCharges {
  readonly consent_id: string
}

/** The rows of `gw_card_token` that stand for cards which customers have saved at other payment providers. */
export class ProviderCards {
  constructor(private readonly knex: Knex) {}

  /**
   * Stores the cards that a customer has saved at a provider now, as a client may charge them under a mandate, and revokes the
   * stored ones that are not among them. A revoked card that is among them again becomes active, unless the customer has
   * ended it for this client. A limit that the customer has lowered stays until they give a new consent.
   */
  async store(owner: CardOwner, mandate: Mandate, cards: readonly ProviderCard[]): Promise<void> {
    const rows = cards.map((card) => rowOf(owner, mandate, card))
    await this.knex.transaction(async (trx) => {
      if (rows.length) await trx.raw(`? ${ON_CONFLICT}`, [trx("gw_card_token").insert(rows)])
      await trx("gw_card_token")
        .where({ client_id: owner.client_id, customer_reference: owner.customer_id, status: "active" })
        .where({ provider_id: owner.provider_id })
        .whereNotIn("provider_method_id", [...cards.map(({ id }) => id)])
        .update({ status: "revoked", updated_at: trx.fn.now() })
    })
  }
}

function rowOf({ client_id, provider_id, customer_id }: CardOwner, mandate: Mandate, card: ProviderCard) {
  const { id: provider_method_id, ...shown } = card
  return {
    id: newId("card"),
    client_id,
    merchant_reference: newId("gwt"),
    customer_reference: customer_id,
    provider_id,
    provider_method_id,
    consent_id: mandate.consent_id,
    currency: mandate.currency,
    usage: "unscheduled",
    terms: termsUnder(mandate),
    status: "active",
    next_check_at: null,
    ...shown,
  }
}

/* Writes nothing as long as neither the card nor the consent has changed. A card can be missing from one answer only. */
const ON_CONFLICT = `
  on conflict (client_id, customer_reference, provider_id, provider_method_id, currency)
    where provider_method_id is not null
  do update set status = case when gw_card_token.revoke_requested_at is null then 'active'
                              else gw_card_token.status end,
                terms = case when gw_card_token.consent_id = excluded.consent_id then gw_card_token.terms
                             else excluded.terms end,
                consent_id = excluded.consent_id, exp_month = excluded.exp_month, exp_year = excluded.exp_year,
                updated_at = now()
   where (gw_card_token.consent_id, gw_card_token.exp_month, gw_card_token.exp_year)
         is distinct from (excluded.consent_id, excluded.exp_month, excluded.exp_year)
      or gw_card_token.status <> 'active' and gw_card_token.revoke_requested_at is null`
