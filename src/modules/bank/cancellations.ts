import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** `gw_order_cancellation`: an order that an agent cancels. */
export interface Cancellation {
  /** The same when it is asked for again: then it is the same call at the bank. */
  readonly id: string
  readonly order_id: string
  readonly payment_id: string
  readonly reason: string | null
}

/**
 * What agents cancel, written down before the money moves: a crash between the refund and the order's end would leave an
 * order that is refunded and can still be shipped.
 */
export class Cancellations {
  constructor(private readonly knex: Knex) {}

  /** Writes a cancellation down. Safe to repeat. */
  async begin({ id, order_id, payment_id, reason }: Cancellation): Promise<void> {
    await this.knex("gw_order_cancellation")
      .insert({ id, order_id, payment_id, reason })
      .onConflict("id")
      .ignore()
  }

  /** The cancellation is over: the order is canceled, or the cancellation was refused. */
  async end(id: string): Promise<void> {
    await this.knex("gw_order_cancellation").where({ id }).update({ ended_at: this.knex.fn.now() })
  }

  /** Cancellations that have not ended, begun longer ago than that, oldest first. */
  async interrupted(olderThanSeconds: number, limit: number): Promise<Cancellation[]> {
    return this.knex("gw_order_cancellation")
      .select<Cancellation[]>("id", "order_id", "payment_id", "reason")
      .whereNull("ended_at")
      .andWhereRaw("created_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .orderBy("created_at")
      .limit(limit)
  }
}
