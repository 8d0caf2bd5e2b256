import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** The pauses after which the books of a payment are compared again, counted from its last movement. */
const PAUSES_SECONDS = [10, 60, 600]

/** What is found of a payment's books: null where the bank, Medusa's records and the order agree. */
export interface BookFinding {
  readonly payment_id: string
  readonly difference: string | null
}

/** A payment whose books differed when they were compared before. */
export interface DifferingBooks {
  readonly payment_id: string
  /** How often they differed, one comparison after another. */
  readonly differing: number
}

/**
 * Which payments' books are compared, and what was found. All payments are compared in rounds, one after another and
 * again and again; one whose money has moved is compared soon, and some times again, because Medusa's own workflow may
 * write after us, however late.
 */
export class BookChecks {
  constructor(private readonly knex: Knex) {}

  /** Has a payment compared from now on, inside the transaction that ends what was owed of its movement. */
  async begin(trx: Knex.Transaction, payment_id: string): Promise<void> {
    const next_at = trx.raw("now() + make_interval(secs => ?)", [PAUSES_SECONDS[0] ?? 0])
    const row = { payment_id, comparisons: 0, next_at }
    await trx("gw_book_check").insert(row).onConflict("payment_id").merge(["comparisons", "next_at"])
  }

  /** Takes the payments whose turn it is: no other server takes them at once. */
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

  /** Those of these payments, or of all, whose books have differed, longest first. */
  async differing(limit: number): Promise<string[]> {
    const rows = await this.knex("gw_book_check")
      .whereNotNull("differs_since")
      .orderBy("differs_since")
      .limit(limit)
      .select<{ payment_id: string }[]>("payment_id")
    return rows.map(({ payment_id }) => payment_id)
  }

  /** Writes down what was found; returns those that differ, with how often in a row they have. */
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
