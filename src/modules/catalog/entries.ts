import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { wordsOf } from "../../domain/search-words"
import type { Entry } from "./models/entry"
import { numbersOf } from "./numbers"
import { type Stale, removeIndexed } from "./stale"

/** Writes to the catalog index. Each product is written as a whole, as it was read at one time. */
export class Entries {
  constructor(
    private readonly knex: Knex,
    private readonly languages: readonly string[]
  ) {}

  /** The database's time. Read it before the products. */
  async now(): Promise<string> {
    const { rows } = await this.knex.raw<{ rows: { now: string }[] }>("select clock_timestamp()::text as now")
    return rows[0]?.now ?? ""
  }

  /**
   * Writes the leased products as they were read at `read_at`, and removes those that are missing in `entries`,
   * all in one transaction. Skips products that have changed again meanwhile. An unchanged offer keeps the time
   * of its last change. An offer that ended leaves a row without a document, so that feeds of changes report
   * it. Products keep their numbers.
   */
  async put(entries: readonly Entry[], leased: readonly Stale[], read_at: string): Promise<void> {
    await this.knex.transaction(async (trx) => {
      const unchanged = await removeIndexed(trx, leased)
      const listed = entries.filter(({ product_id }) => unchanged.has(product_id))
      const sorted = listed.sort((a, b) => (a.product_id < b.product_id ? -1 : 1))
      for (const { product_id } of sorted) unchanged.delete(product_id)
      await remove(trx, [...unchanged])
      const numbers = await numbersOf(
        trx,
        sorted.map(({ product_id }) => product_id)
      )
      const numbered = sorted.map((entry) => ({ ...entry, number: numbers.get(entry.product_id) ?? 0 }))
      await this.putProducts(trx, numbered, read_at)
      await putVariants(trx, numbered)
      await putOffers(trx, numbered)
      await putWords(trx, sorted)
    })
  }

  private async putProducts(trx: Knex.Transaction, entries: readonly Numbered[], read_at: string) {
    await trx.raw(
      `insert into gw_catalog_product (number, product_id, handle, words, categories, category_ids, read_at)
       select e.number, e.product_id, e.handle, gw_catalog_words(e.a, e.b, e.c, :languages::regconfig[]),
              array(select jsonb_array_elements_text(e.categories)),
              array(select jsonb_array_elements_text(e.category_ids)), :read_at
         from jsonb_to_recordset(:entries::jsonb) as e
              (number bigint, product_id text, handle text, a text, b text, c text, categories jsonb, category_ids jsonb)
       on conflict (number) do update
         set handle = excluded.handle, words = excluded.words, categories = excluded.categories,
             category_ids = excluded.category_ids, read_at = excluded.read_at`,
      {
        languages: [...this.languages],
        read_at,
        entries: JSON.stringify(
          entries.map(({ text, offers: _, variants: __, ...entry }) => ({ ...entry, ...text }))
        ),
      }
    )
  }
}

async function remove(trx: Knex.Transaction, product_ids: readonly string[]): Promise<void> {
  if (!product_ids.length) return
  await trx("gw_catalog_product").whereIn("product_id", product_ids).delete()
  await endOffers(trx, trx("gw_catalog_offer").whereIn("product_id", product_ids))
}

type Numbered = Entry & { readonly number: number }

async function putVariants(trx: Knex.Transaction, entries: readonly Numbered[]): Promise<void> {
  const variants = entries.flatMap(({ number, variants }) =>
    variants.map((variant) => ({ ...variant, number }))
  )
  await trx("gw_catalog_variant")
    .whereIn(
      "number",
      entries.map(({ number }) => number)
    )
    .whereNotIn(
      "variant_id",
      variants.map(({ variant_id }) => variant_id)
    )
    .delete()
  if (variants.length) await trx("gw_catalog_variant").insert(variants).onConflict("variant_id").merge()
}

async function putOffers(trx: Knex.Transaction, entries: readonly Numbered[]): Promise<void> {
  const offers = entries.flatMap(({ number, product_id, offers }) =>
    offers.map((offer) => ({ ...offer, number, product_id }))
  )
  const listed = JSON.stringify(offers.map(({ region_id, number }) => ({ region_id, number })))
  const unlisted = trx("gw_catalog_offer as o")
    .whereIn(
      "number",
      entries.map(({ number }) => number)
    )
    .whereRaw(
      `not exists (select 1 from jsonb_to_recordset(?::jsonb) as k (region_id text, number bigint)
                    where k.region_id = o.region_id and k.number = o.number)`,
      [listed]
    )
  await endOffers(trx, unlisted)
  await trx.raw(
    `insert into gw_catalog_offer as o
            (region_id, number, product_id, currency, min_price, max_price, available, tax_included, document, changed_at)
     select *, clock_timestamp() from jsonb_to_recordset(?::jsonb) as e
            (region_id text, number bigint, product_id text, currency text, min_price bigint, max_price bigint,
             available boolean, tax_included boolean, document text)
     on conflict (region_id, number) do update
       set currency = excluded.currency, min_price = excluded.min_price, max_price = excluded.max_price,
           available = excluded.available, tax_included = excluded.tax_included, document = excluded.document,
           changed_at = excluded.changed_at, revision = excluded.revision
     where (o.document, o.tax_included) is distinct from (excluded.document, excluded.tax_included)`,
    [JSON.stringify(offers)]
  )
}

function endOffers(trx: Knex.Transaction, offers: Knex.QueryBuilder): Knex.QueryBuilder {
  const [changed_at, revision] = [trx.raw("clock_timestamp()"), trx.raw("nextval('gw_catalog_revision')")]
  return offers.whereNotNull("document").update({ document: null, changed_at, revision })
}

async function putWords(trx: Knex.Transaction, entries: readonly Entry[]): Promise<void> {
  const words = new Set(entries.flatMap(({ text: { a, b, c } }) => wordsOf(`${a} ${b} ${c}`)))
  // The same order in every transaction, so that two transactions never deadlock.
  const sorted = [...words].sort()
  await trx.raw(
    `insert into gw_catalog_word (word) select word from unnest(?::text[]) as word
      where not exists (select 1 from gw_catalog_word w where w.word = word.word) on conflict do nothing`,
    [sorted]
  )
}
