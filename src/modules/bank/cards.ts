import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Terms } from "../../domain/card"
import { newId } from "../../domain/secrets"
import type { Decline } from "../../domain/settlement"
import type { PaymentSnapshot, TokenSetup } from "../../drivers/driver"
import { type Page, newestFirst } from "../../lib/keyset-page"
import type { CardToken } from "./models/card"
import type { Payment } from "./models/payment"
import { isCardNotOpened } from "./not-opened"
import { claimQuery, takeDuePolls } from "./poll-schedule"

/** The data of a card before the bank is called to save it. */
export type NewCard = Pick<
  CardToken,
  | "id"
  | "client_id"
  | "customer_reference"
  | "bank_account"
  | "currency"
  | "usage"
  | "terms"
  | "return_url"
  | "continue_url"
>

type Column = "id" | "client_id" | "payment_id"

/** The statuses of a card that the bank has not reported yet. */
const UNOPENED = ["created", "unknown"]

const NOT_OPENED = isCardNotOpened("gw_card_token")

/** The rows of `gw_card_token`. Bank snapshots are applied by the reducer, not here. */
export class Cards {
  constructor(private readonly knex: Knex) {}

  /** Stores a card with its permanent bank reference and idempotency key. */
  async prepare(card: NewCard, trx: Knex.Transaction): Promise<void> {
    const merchant_reference = newId("gwt")
    await trx("gw_card_token").insert({ ...card, merchant_reference, idempotency_key: randomUUID() })
  }

  async find(where: Partial<Pick<CardToken, Column>>): Promise<CardToken | undefined> {
    return this.knex<CardToken>("gw_card_token").where(where).first()
  }

  /** A page of the customer's saved cards that can be charged, newest first. Undefined if the cursor is invalid. */
  listOf(customer_id: string, limit: number, cursor?: string): Promise<Page<CardToken> | undefined> {
    const active = this.ofCustomer(customer_id)
      .where({ status: "active", revoke_requested_at: null })
      .whereRaw("cast(terms ->> 'expires_at' as timestamptz) > now()")
    return newestFirst<CardToken>(this.knex, active, "created_at", limit, cursor)
  }

  /**
   * Lowers limits of a card's terms; absent ones stay. Undefined if the card is not active or not of this customer, or
   * if a limit would be raised. The end is RFC 3339.
   */
  async lower(
    customer_id: string,
    id: string,
    lower: Partial<Pick<Terms, "max_amount" | "max_per_month" | "expires_at">>
  ): Promise<CardToken | undefined> {
    const { max_amount = 0, max_per_month = 0, expires_at = null } = lower
    const [card] = await this.ofCustomer(customer_id)
      .where({ id, status: "active", revoke_requested_at: null })
      .whereRaw("(terms ->> 'max_amount')::bigint >= ?", [max_amount])
      .whereRaw("(terms ->> 'max_per_month')::bigint >= ?", [max_per_month])
      .whereRaw("coalesce((terms ->> 'expires_at')::timestamptz >= ?::timestamptz, true)", [expires_at])
      .update({
        terms: this.knex.raw("terms || ?::jsonb", [JSON.stringify(lower)]),
        updated_at: this.knex.fn.now(),
      })
      .returning<CardToken[]>("*")
    return card
  }

  /** A card that is or was saved for this customer. Undefined for any other card. */
  async findOf(customer_id: string, id: string): Promise<CardToken | undefined> {
    return this.ofCustomer(customer_id).where({ id }).first()
  }

  /**
   * The lower-case condition uses the index; the exact one excludes an agent's customer reference that differs
   * only in case.
   */
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

  /**
   * Marks the outcome of the bank call as unknown, unless a bank update has already been applied, or the card was saved or
   * ended meanwhile.
   */
  async markUnknown(id: string): Promise<void> {
    await this.knex("gw_card_token")
      .where({ id, version: 0 })
      .whereIn("status", UNOPENED)
      .update({ status: "unknown", next_check_at: this.knex.raw("now() + interval '15 seconds'") })
  }

  /**
   * Cards with a due check that the bank has certainly not begun to save within this many seconds, or whose end is requested.
   * Also those of an account whose bank answers no call.
   */
  notOpened(olderThanSeconds: number, limit: number): Promise<CardToken[]> {
    return this.knex("gw_card_token")
      .whereRaw(`next_check_at <= now() and ${NOT_OPENED}`)
      .andWhereRaw("(revoke_requested_at is not null or created_at < now() - make_interval(secs => ?))", [
        olderThanSeconds,
      ])
      .orderBy("next_check_at")
      .limit(limit)
  }

  /**
   * Fails a card that the bank does not know and will not create. With `isQueried` false, only one that the bank has certainly
   * not begun to save; no later attempt does. False if a bank update was applied meanwhile, and for any other card.
   */
  async markFailed(
    id: string,
    { code, message }: Decline,
    trx: Knex.Transaction,
    { isQueried = true } = {}
  ): Promise<boolean> {
    const failed = { status: "failed", decline_code: code, decline_message: message, next_check_at: null }
    const card = trx("gw_card_token").where({ id, version: 0, payment_id: null })
    return (await card.whereRaw(isQueried ? "true" : NOT_OPENED).update(failed)) === 1
  }

  /**
   * Records that the card is to be revoked: from here on it is not charged, and the bank call is repeated until
   * it succeeds. A card at another payment provider is revoked at once, and stays revoked when the provider lists it again:
   * it stays the customer's there.
   */
  async requestRevocation(id: string, db: Knex = this.knex): Promise<void> {
    await db("gw_card_token")
      .where({ id })
      .where((open) =>
        open
          .whereIn("status", ["created", "unknown", "requires_action", "active"])
          .orWhereNotNull("provider_id")
      )
      .update({
        revoke_requested_at: this.knex.raw("coalesce(revoke_requested_at, now())"),
        status: this.knex.raw("case when provider_id is null then status else 'revoked' end"),
        next_check_at: this.knex.raw("case when provider_id is null then now() + interval '15 seconds' end"),
      })
  }

  /** Schedules a bank check of the card for the next run. */
  async pollSoon(id: string): Promise<void> {
    await this.knex("gw_card_token").where({ id }).update({ next_check_at: this.knex.fn.now() })
  }

  /** Stops polling a card whose state is known, unless it waits for the customer or for its revocation. */
  async stopPolling(id: string): Promise<void> {
    await this.knex("gw_card_token")
      .where({ id, revoke_requested_at: null })
      .whereNotIn("status", ["created", "unknown", "requires_action"])
      .update({ next_check_at: null })
  }

  /** Selects the cards whose scheduled bank check is due, without those of the accounts whose bank is `out`. */
  takeDue(limit: number, out: readonly string[]): Promise<CardToken[]> {
    return takeDuePolls<CardToken>(this.knex, "gw_card_token", limit, out)
  }

  /** Whether the bank may be queried because the card's page was opened: at most once every two seconds. */
  claimQuery(id: string): Promise<boolean> {
    return claimQuery(this.knex, "gw_card_token", id)
  }
}

/** The call that starts saving a card. It is identical for the first attempt and every retry. */
export function setupCallOf(card: CardToken): TokenSetup {
  const { merchant_reference, customer_reference, currency, usage, terms, return_url } = card
  return { merchant_reference, customer_reference, currency, usage, terms, return_url: String(return_url) }
}

/**
 * Stores the card saved during a payment, once, in the transaction that applies the payment's snapshot. The
 * card is checked at the bank soon after, because earlier bank events about it could not be applied.
 */
export async function recordSavedCard(
  trx: Knex.Transaction,
  { id: payment_id, client_id, merchant_reference, save_card, bank_account, currency }: Payment,
  { token_id: bank_token_id, card, network_transaction_id }: PaymentSnapshot
): Promise<void> {
  if (!save_card || !bank_token_id) return
  await trx("gw_card_token")
    .insert({
      id: newId("card"),
      client_id,
      payment_id,
      merchant_reference,
      bank_account,
      bank_token_id,
      ...save_card,
      currency,
      status: "active",
      ...card,
      network_transaction_id,
      next_check_at: trx.raw("now() + interval '15 seconds'"),
    })
    .onConflict()
    .ignore()
}
