import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { StorefrontHandOff } from "./models/storefront-hand-off"

/** What is stored about a new hand-off. */
export type NewHandOff = Pick<StorefrontHandOff, "session_id" | "cart_id" | "provider_id" | "country"> & Token

type Token = Pick<StorefrontHandOff, "nonce" | "token_hash">

/** How long an unused link can be opened. Each read of the checkout renews a link that has expired. */
const TOKEN_LIFETIME = "1 hour"

/** When the payment provider is queried first, after the storefront has taken over the cart. */
const FIRST_CHECK = "1 minute"

/** A storefront's request for the cart of a token. */
export interface Adoption {
  readonly token_hash: string
  /** The hash of the request's `Idempotency-Key`. */
  readonly key_hash: string | null
  readonly sales_channel_ids: readonly string[]
}

/** Why a token does not hand over a cart. */
export type TokenRefusal = "unknown" | "used" | "expired"

/** Checkouts whose carts are handed to their customers. */
export class StorefrontHandOffs {
  constructor(private readonly knex: Knex) {}

  /**
   * Stores the hand-off of a session's cart. False if the session has been canceled, has begun a payment or has another
   * cart meanwhile; then nothing is stored.
   */
  async begin(hand_off: NewHandOff): Promise<boolean> {
    const { rowCount } = await this.knex.raw<{ rowCount: number }>(BEGIN, {
      ...hand_off,
      lifetime: TOKEN_LIFETIME,
    })
    return rowCount === 1
  }

  /** Replaces a token that has expired unused. Concurrent calls replace it once. */
  async renew(session_id: string, { nonce, token_hash }: Token): Promise<void> {
    await this.knex("gw_storefront_hand_off")
      .where({ session_id, adopted_at: null, order_id: null })
      .whereRaw("expires_at <= now()")
      .update({ nonce, token_hash, expires_at: this.knex.raw("now() + ?::interval", [TOKEN_LIFETIME]) })
  }

  /**
   * Consumes a token, once, also with concurrent calls. A call that repeats the key of the one that has consumed it gets
   * the same cart, because the first answer may be lost. Returns the cart, or why the token is refused: a token whose
   * checkout has ended or whose cart is deleted is expired, and one whose cart is in none of the storefront's sales
   * channels is unknown.
   */
  async adopt({
    token_hash,
    key_hash,
    sales_channel_ids,
  }: Adoption): Promise<{ readonly cart_id: string } | TokenRefusal> {
    return this.knex.transaction(async (trx) => {
      // The session's row is locked first, as by a cancellation, so that only one of both happens.
      const { rows: locked } = await trx.raw<{ rows: { is_open: boolean; has_cart: boolean }[] }>(
        LOCK_SESSION,
        {
          token_hash,
          sales_channel_ids: [...sales_channel_ids],
        }
      )
      if (!locked[0]) return "unknown"
      const [row] = await trx("gw_storefront_hand_off")
        .where({ token_hash })
        .select<(StorefrontHandOff & { is_fresh: boolean })[]>("*", trx.raw("expires_at > now() as is_fresh"))
      if (!row) return "unknown"
      const { cart_id, adopted_at, adopted_with, order_id } = row
      const isRepeated = adopted_with !== null && adopted_with === key_hash
      if (order_id || (adopted_at && !isRepeated)) return "used"
      const { is_open, has_cart } = locked[0]
      if (!has_cart || (!adopted_at && !(is_open && row.is_fresh))) return "expired"
      if (adopted_at) return { cart_id }
      await trx("gw_storefront_hand_off")
        .where({ token_hash })
        .update({
          adopted_at: trx.fn.now(),
          adopted_with: key_hash,
          next_check_at: trx.raw("now() + ?::interval", [FIRST_CHECK]),
        })
      return { cart_id }
    })
  }

  async find(session_id: string): Promise<StorefrontHandOff | undefined> {
    return this.knex<StorefrontHandOff>("gw_storefront_hand_off").where({ session_id }).first()
  }

  /** The hand-off of a cart that has no order yet. */
  async openOfCart(cart_id: string): Promise<StorefrontHandOff | undefined> {
    return this.knex<StorefrontHandOff>("gw_storefront_hand_off").where({ cart_id, order_id: null }).first()
  }

  /**
   * Hand-offs whose carts have become orders that are not recorded yet, and that were not taken since a time of the
   * database; those that were never taken first. Concurrent callers get different ones.
   */
  async takeUnrecorded(limit: number, since: string): Promise<StorefrontHandOff[]> {
    const { rows } = await this.knex.raw<{ rows: StorefrontHandOff[] }>(TAKE_UNRECORDED, { limit, since })
    return rows
  }

  /** Records the customer's order in the caller's transaction. False if it is recorded already. */
  async record(session_id: string, order_id: string, trx: Knex): Promise<boolean> {
    const open = trx("gw_storefront_hand_off").where({ session_id, order_id: null })
    return (await open.update({ order_id })) === 1
  }
}

const BEGIN = `
  insert into gw_storefront_hand_off (session_id, cart_id, provider_id, country, nonce, token_hash, expires_at)
  select s.id, s.cart_id, :provider_id, :country, :nonce, :token_hash, now() + cast(:lifetime as interval)
    from gw_session s
   where s.id = :session_id and s.cart_id = :cart_id and s.payment_id is null and s.canceled_at is null
     for update of s
  on conflict (session_id) do nothing`

const LOCK_SESSION = `
  select s.canceled_at is null and s.expires_at > now() as is_open, c.deleted_at is null as has_cart
    from gw_storefront_hand_off h
    join gw_session s on s.id = h.session_id
    join cart c on c.id = h.cart_id
   where h.token_hash = :token_hash and c.sales_channel_id = any (:sales_channel_ids)
     for update of s`

const TAKE_UNRECORDED = `
  with unrecorded as (
    select h.session_id from gw_storefront_hand_off h
     where h.order_id is null and (h.tried_at is null or h.tried_at < cast(:since as timestamptz))
       and exists (select from order_cart c where c.cart_id = h.cart_id and c.deleted_at is null)
     order by h.tried_at nulls first limit :limit for update of h skip locked
  )
  update gw_storefront_hand_off h set tried_at = now()
    from unrecorded where h.session_id = unrecorded.session_id
  returning h.*`
