import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** How many payments are looked over at a time. */
const AT_ONCE = 1000

/**
 * All payments, gone through some at a time and again and again, for what has happened in the store without anybody telling
 * of it: nobody has an index of that. Each look costs the same, however many payments there are.
 */
export class Rounds {
  constructor(private readonly knex: Knex) {}

  /**
   * Has the payments looked over whose turn it is, by their ids, and those behind them the next time; after the newest the
   * oldest come again. What two servers look over at once counts once, and what a crash cuts short is looked over again.
   */
  async next(
    of: "books" | "canceled_orders" | "unmade_records",
    look: (ids: string[]) => Promise<void>
  ): Promise<void> {
    const { rows } = await this.knex.raw<{ rows: { after: string; id: string | null }[] }>(NEXT, { of })
    const [{ after = "" } = {}] = rows
    const ids = rows.flatMap(({ id }) => id ?? [])
    await look(ids)
    const place = ids.length < AT_ONCE ? "" : ids.at(-1)
    await this.knex("gw_payment_round").where({ of, place: after }).update({ place })
  }
}

/** A payment that was forgotten meanwhile leaves no place: its round begins anew. */
const NEXT = `
  select r.place as after, p.id
    from gw_payment_round r left join lateral (
      select created_at, id from gw_payment
       where (created_at, id) > (
         coalesce((select created_at from gw_payment where id = r.place), '-infinity'), r.place)
       order by created_at, id limit ${AT_ONCE}) p on true
   where r.of = :of
   order by p.created_at, p.id`
