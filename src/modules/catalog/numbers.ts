import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Product numbers. A product keeps its number forever, and it is never reused. */
export class Numbers {
  constructor(private readonly knex: Knex) {}

  /** Assigns numbers to the products of a query that have none yet. */
  async assignFound(query: string, bindings: Readonly<Record<string, Knex.Value>>): Promise<void> {
    await this.knex.raw(ASSIGN(query), bindings)
  }
}

/** The numbers of these products, assigned now if they have none yet. */
export async function numbersOf(trx: Knex, product_ids: readonly string[]): Promise<Map<string, number>> {
  const ids = [...product_ids]
  await trx.raw(ASSIGN("select unnest(:ids::text[])"), { ids })
  const rows = await trx("gw_product_number").whereIn("product_id", ids).select("product_id", "number")
  return new Map(rows.map(({ product_id, number }) => [product_id as string, Number(number)]))
}

const ASSIGN = (query: string) => `
  insert into gw_product_number (product_id)
  select found.id from (${query}) as found (id)
   where not exists (select 1 from gw_product_number n where n.product_id = found.id)
  on conflict do nothing`
