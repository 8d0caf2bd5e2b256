import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { StorefrontHandOff } from "./models/storefront-hand-off"

/** How long a cart is followed after the hand-over: a card's authorization lasts seven days. */
const FOLLOWED = "8 days"

/**
 * Carts in the hands of customers, who may have paid without placing the order. Their payment providers are queried
 * after one minute, then at growing intervals of up to an hour, until a query later than eight days after the hand-over
 * finds no payment. A cart stays due while a provider does not answer or has yet to confirm a payment, such as a direct
 * debit, and while it is paid without an order.
 */
export class StorefrontPayments {
  constructor(private readonly knex: Knex) {}

  /**
   * Hand-offs that were due at a time of the database, each for one caller, also with concurrent calls. Their next check
   * is scheduled, whatever this one finds.
   */
  async takeDue(limit: number, due_at: string): Promise<StorefrontHandOff[]> {
    const { rows } = await this.knex.raw<{ rows: StorefrontHandOff[] }>(TAKE_DUE, { limit, due_at })
    return rows
  }

  /** Records that the cart is paid. The order is placed at the earliest a minute later: the customer's page may do it. */
  async notePaid(session_id: string): Promise<void> {
    await this.open(session_id)
      .where({ paid_at: null })
      .update({ paid_at: this.knex.fn.now(), next_check_at: this.knex.raw("now() + interval '1 minute'") })
  }

  /**
   * Records that the cart is not paid, or no longer. Eight days after the hand-over the cart is no longer followed, and
   * its checkout has expired then, if not before; a cart whose payment a provider has yet to confirm is followed further.
   */
  async noteUnpaid(session_id: string, is_deferred: boolean): Promise<void> {
    await this.knex.raw(NOTE_UNPAID, { session_id, followed: FOLLOWED, is_deferred })
  }

  /** Records that Medusa has refused to make an order of the paid cart, or to refund it. The next attempt is later each time. */
  async noteRefusal(session_id: string): Promise<void> {
    const next = "now() + least(interval '1 minute' * power(2, least(refusals + 1, 10)), interval '6 hours')"
    await this.open(session_id).update({
      refusals: this.knex.raw("refusals + 1"),
      next_check_at: this.knex.raw(next),
    })
  }

  /** Schedules the next attempt after a temporary failure: after the time since the payment, between a minute and an hour. */
  async postpone(session_id: string): Promise<void> {
    const pause = "least(greatest(now() - paid_at, interval '1 minute'), interval '1 hour')"
    await this.open(session_id).update({ next_check_at: this.knex.raw(`now() + ${pause}`) })
  }

  /** Makes the cart due, because the merchant has looked up at the provider what became of its refund. */
  async checkSoon(cart_id: string): Promise<void> {
    await this.knex("gw_storefront_hand_off")
      .where({ cart_id, order_id: null })
      .whereNotNull("paid_at")
      .update({ next_check_at: this.knex.fn.now() })
  }

  private open(session_id: string) {
    return this.knex("gw_storefront_hand_off").where({ session_id, order_id: null })
  }
}

const TAKE_DUE = `
  with due as (
    select session_id from gw_storefront_hand_off
     where order_id is null and next_check_at <= cast(:due_at as timestamptz)
     order by next_check_at limit :limit for update skip locked
  )
  update gw_storefront_hand_off h
     set checks = h.checks + 1,
         next_check_at = now() + least(interval '1 minute' * power(2, least(h.checks, 10)), interval '1 hour')
    from due where h.session_id = due.session_id
  returning h.*`

const NOTE_UNPAID = `
  with unpaid as (
    update gw_storefront_hand_off
       set paid_at = null, refusals = 0, is_deferred = :is_deferred,
           next_check_at = case when :is_deferred or adopted_at > now() - cast(:followed as interval) then next_check_at end
     where session_id = :session_id and order_id is null
    returning next_check_at
  )
  update gw_session set expires_at = greatest(expires_at, now())
   where id = :session_id and (select next_check_at is null from unpaid)`
