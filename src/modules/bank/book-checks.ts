import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** The times after a payment's last movement at which its books are compared again. */
const PAUSES_SECONDS = [10, 60, 600]

/**
 * The result of comparing the books of a payment. `difference` is null if the bank, Medusa's records and the
 * order agree.
 */
export interface BookFinding {
  readonly payment_id: string
  readonly difference: string | null
}

/** A payment whose last comparisons found a difference. */
export interface DifferingBooks {
  readonly payment_id: string
  /** How many comparisons in a row found a difference. */
  readonly differing: number
}

/**
 * Schedules the comparisons of payments' books and stores the results. The books of a payment are the bank's
 * amounts, Medusa's captures and refunds, and the order's transactions. All payments are compared one after
 * another in an endless cycle. A payment whose money has moved is compared soon and several times, because
 * Medusa's own workflow may write its records later.
 */
export class BookChecks {
  constructor(private readonly knex: Knex) {}

  /** Schedules the comparisons of a payment, inside the transaction that finishes the effects of a movement. */
  async begin(trx: Knex.Transaction, payment_id: string): Promise<void> {
    const next_at = trx.raw("now() + make_interval(secs => ?)", [PAUSES_SECONDS[0] ?? 0])
    const row = { payment_id, comparisons: 0, next_at }
    await trx("gw_book_check").insert(row).onConflict("payment_id").merge(["comparisons", "next_at"])
  }

  /** Selects the payments whose comparison is due. Each is selected by one server only. */
  async takeDue(limit: number): Promise<string[]> {
    const { rows } = await this.knex.raw<{ rows: { payment_id: string }[] }>(
      `update gw_book_check set comparisons = comparisons + 1,
              next_at = now() + make_interval(secs => (cast(:pauses as int[]))[comparisons + 2])
        where payment_id in (
          select payment_id from gw_book_check where next_at <= now() order by next_at limit :limit
             for update skip locked)
        returning payment_id`,
      { pauses: PAUSES_SECONDS, limit }
    )
    return rows.map(({ payment_id }) => payment_id)
  }

  /** Payments whose books differ, longest first. */
  async differing(limit: number): Promise<string[]> {
    const rows = await this.knex("gw_book_check")
      .whereNotNull("differs_since")
      .orderBy("differs_since")
      .limit(limit)
      .select<{ payment_id: string }[]>("payment_id")
    return rows.map(({ payment_id }) => payment_id)
  }

  /** Stores the results. Returns the differing payments, each with its number of differing comparisons in a row. */
  async note(findings: readonly BookFinding[]): Promise<DifferingBooks[]> {
    const [differ, agree] = [true, false].map((is) =>
      findings.filter(({ difference }) => (difference !== null) === is)
    )
    await this.agreeing((agree ?? []).map(({ payment_id }) => payment_id))
    if (!differ?.length) return []
    const { rows } = await this.knex.raw<{ rows: DifferingBooks[] }>(
      `insert into gw_book_check as c (payment_id, difference, differing, differs_since)
       select f.payment_id, f.difference, 1, now()
         from json_to_recordset(:findings) as f(payment_id text, difference text)
       on conflict (payment_id) do update set difference = excluded.difference, differing = c.differing + 1,
             differs_since = coalesce(c.differs_since, now())
       returning payment_id, differing`,
      { findings: JSON.stringify(differ) }
    )
    return rows
  }

  private async agreeing(payment_ids: readonly string[]): Promise<void> {
    if (!payment_ids.length) return
    const found = () => this.knex("gw_book_check").whereIn("payment_id", [...payment_ids])
    await found().whereNull("next_at").delete()
    await found()
      .whereNotNull("differs_since")
      .update({ difference: null, differing: 0, differs_since: null })
  }
}
