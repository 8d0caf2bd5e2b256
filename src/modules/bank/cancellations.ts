import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { PROVIDER_ROUTES } from "../../domain/payment-route"

/** `gw_order_cancellation`: an agent's cancellation of an order. */
export interface Cancellation {
  /** The same for a repeated request, so that it makes the same call at the bank. */
  readonly id: string
  readonly order_id: string
  readonly payment_id: string
  readonly reason: string | null
}

/**
 * The cancellations of agents, stored before any money moves. Without the row, a crash between the refund and
 * the cancellation of the order would leave a refunded order that can still be shipped.
 */
export class Cancellations {
  constructor(private readonly knex: Knex) {}

  /** Stores a cancellation. One that has ended before, because the bank rejected it temporarily, begins again. */
  async begin({ id, order_id, payment_id, reason }: Cancellation): Promise<void> {
    const begun = "gw_order_cancellation.created_at"
    const created_at = this.knex.raw(
      `case when gw_order_cancellation.ended_at is null then ${begun} else now() end`
    )
    await this.knex("gw_order_cancellation")
      .insert({ id, order_id, payment_id, reason })
      .onConflict("id")
      .merge({ ended_at: null, created_at })
  }

  /** Ends a cancellation, because the order is canceled or the cancellation was rejected. */
  async end(id: string): Promise<void> {
    await this.knex("gw_order_cancellation").where({ id }).update({ ended_at: this.knex.fn.now() })
  }

  /** Whether a cancellation has not ended. */
  async isOpen(id: string): Promise<boolean> {
    const open = this.knex("gw_order_cancellation").where({ id }).whereNull("ended_at")
    return (await open.first("id")) !== undefined
  }

  /**
   * Cancellations that have not ended after this many seconds, oldest first. Without those that wait for the merchant's
   * answer about a refund at another provider.
   */
  async interrupted(olderThanSeconds: number, limit: number): Promise<Cancellation[]> {
    return this.knex("gw_order_cancellation")
      .select<Cancellation[]>("id", "order_id", "payment_id", "reason")
      .whereNull("ended_at")
      .whereNotExists(this.waiting())
      .andWhereRaw("created_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .orderBy("created_at")
      .limit(limit)
  }

  private waiting(): Knex.QueryBuilder {
    return this.knex("gw_bank_operation as o")
      .join("gw_payment as p", "p.id", "o.payment_id")
      .whereRaw("o.payment_id = gw_order_cancellation.payment_id")
      .where("o.status", "unknown")
      .whereIn("p.route", [...PROVIDER_ROUTES])
  }
}
