import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"
import type { Decline } from "../../domain/settlement"
import type { PaymentSnapshot, TokenSetup } from "../../drivers/driver"
import { type Page, newestFirst } from "../../newest-first"
import type { CardToken } from "./models/card"
import type { Payment } from "./models/payment"
import { takeQuestion, takeTurns } from "./turns"

/** What must be known before the bank is asked to keep a card. */
export type NewCard = Pick<
  CardToken,
  "id" | "client_id" | "customer_reference" | "currency" | "usage" | "terms" | "return_url" | "continue_url"
>

type Column = "id" | "client_id" | "payment_id"

/** The kept cards' rows, apart from what a snapshot changes: that is the reducer's. */
export class Cards {
  constructor(private readonly knex: Knex) {}

  /** Writes a card down, with the reference and the idempotency key it will have at the bank for ever. */
  async prepare(card: NewCard, trx: Knex.Transaction): Promise<void> {
    const merchant_reference = newId("gwt")
    await trx("gw_card_token").insert({ ...card, merchant_reference, idempotency_key: randomUUID() })
  }

  async find(where: Partial<Pick<CardToken, Column>>): Promise<CardToken | undefined> {
    return this.knex<CardToken>("gw_card_token").where(where).first()
  }

  /** A page of the cards that are kept for a customer and can be charged, the newest first. Undefined for a cursor that is not ours. */
  listOf(customer_id: string, limit: number, cursor?: string): Promise<Page<CardToken> | undefined> {
    const kept = this.ofCustomer(customer_id)
      .where({ status: "active", revoke_requested_at: null })
      .whereRaw("coalesce(cast(terms ->> 'expires_at' as timestamptz) > now(), true)")
    return newestFirst<CardToken>(this.knex, kept, "created_at", limit, cursor)
  }

  /** A card that is, or was, kept for a customer. Undefined for any other. */
  async findOf(customer_id: string, id: string): Promise<CardToken | undefined> {
    return this.ofCustomer(customer_id).where({ id }).first()
  }

  /** The index has the references in lower case, and an agent's own name for a shopper is no customer's id in another case. */
  private ofCustomer(customer_id: string): Knex.QueryBuilder {
    return this.knex("gw_card_token")
      .whereRaw("lower(customer_reference) = lower(?)", [customer_id])
      .where({ customer_reference: customer_id })
  }

  async retrieve(id: string): Promise<CardToken> {
    const card = await this.find({ id })
    if (!card) throw new Error(`no card ${id}`)
    return card
  }

  /** Notes that the bank's answer to our call is not known, unless a message of the bank has told it meanwhile. */
  async markUnknown(id: string): Promise<void> {
    await this.knex("gw_card_token")
      .where({ id, version: 0 })
      .update({ status: "unknown", next_check_at: this.knex.raw("now() + interval '15 seconds'") })
  }

  /** Ends a card the bank has not heard of, and will not. False when the bank has told otherwise meanwhile. */
  async markFailed(id: string, { code, message }: Decline, trx: Knex.Transaction): Promise<boolean> {
    const failed = { status: "failed", decline_code: code, decline_message: message, next_check_at: null }
    return (await trx("gw_card_token").where({ id, version: 0, payment_id: null }).update(failed)) === 1
  }

  /** Notes that the card's end is wanted: nothing is charged from here on, and the bank is asked until it has ended it. */
  async requestRevocation(id: string, db: Knex = this.knex): Promise<void> {
    await db("gw_card_token")
      .where({ id })
      .whereIn("status", ["created", "unknown", "requires_action", "active"])
      .update({
        revoke_requested_at: this.knex.raw("coalesce(revoke_requested_at, now())"),
        next_check_at: this.knex.raw("now() + interval '15 seconds'"),
      })
  }

  /** Lets the bank be asked for a card at the next turn. */
  async askSoon(id: string): Promise<void> {
    await this.knex("gw_card_token").where({ id }).update({ next_check_at: this.knex.fn.now() })
  }

  /** Ends the turns of a card the bank has answered for, unless it waits for the shopper or for its end. */
  async endTurns(id: string): Promise<void> {
    await this.knex("gw_card_token")
      .where({ id, revoke_requested_at: null })
      .whereNotIn("status", ["created", "unknown", "requires_action"])
      .update({ next_check_at: null })
  }

  /** Takes the cards whose turn it is to be asked for at the bank. */
  takeDue(limit: number): Promise<CardToken[]> {
    return takeTurns<CardToken>(this.knex, "gw_card_token", limit)
  }

  /** Whether the bank may be asked for a card now because its page was opened: at most every two seconds. */
  takeQuestion(id: string): Promise<boolean> {
    return takeQuestion(this.knex, "gw_card_token", id)
  }
}

/** The call that opens the page for a card: the same for the first attempt and for every repeat. */
export function setupCallOf(card: CardToken): TokenSetup {
  const { merchant_reference, customer_reference, currency, usage, terms, return_url } = card
  return { merchant_reference, customer_reference, currency, usage, terms, return_url: String(return_url) }
}

/**
 * Writes down the card that was kept while paying, once, in the transaction that takes the payment's snapshot. It is
 * asked for soon after: what the bank has said of it before we knew of it has been put aside.
 */
export async function recordKeptCard(
  trx: Knex.Transaction,
  { id: payment_id, client_id, merchant_reference, save_card, currency }: Payment,
  { token_id: bank_token_id, card, network_transaction_id }: PaymentSnapshot
): Promise<void> {
  if (!save_card || !bank_token_id) return
  await trx("gw_card_token")
    .insert({
      ...{ id: newId("card"), client_id, payment_id, merchant_reference, bank_token_id },
      ...{ ...save_card, currency, status: "active", ...card, network_transaction_id },
      next_check_at: trx.raw("now() + interval '15 seconds'"),
    })
    .onConflict()
    .ignore()
}
