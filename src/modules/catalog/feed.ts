import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IndexedOffer } from "./models/entry"

/** How many products one query reads. */
const PAGE = 250

/** The number of product numbers per chunk. Chunk 0 holds the numbers 1 to 1000. */
export const CHUNK = 1000

/** Which products of a region a feed contains. */
export interface FeedQuery {
  readonly region_id: string
  /** A single chunk. */
  readonly chunk?: number | undefined
  /**
   * Only products that changed after this time, including those no longer sold. RFC 3339. Changes of the minute
   * before are repeated, because they may have been committed only after that time.
   */
  readonly updated_since?: string | undefined
}

/** A product of a feed. In a feed of changes, `document` is null for a product that is no longer sold. */
export type FeedEntry = Omit<IndexedOffer, "document"> & { readonly document: string | null }

/** A chunk of the feed, as the manifest describes it. */
export interface Chunk {
  readonly index: number
  readonly count: number
  /** The latest change of one of its products, in microseconds. RFC 3339. */
  readonly changed_at: string
  /**
   * Increases with every change of its products. The time may not, because a change may be committed after a
   * later one.
   */
  readonly revision: string
}

/** All products of a region, in the order of their numbers. */
export class Feed {
  constructor(private readonly knex: Knex) {}

  /**
   * Yields the products page by page, so that a slow reader blocks nothing and needs little memory. The next
   * page is read while the reader processes the current one.
   */
  async *pages(query: FeedQuery): AsyncGenerator<FeedEntry[], void> {
    const [first, last] = rangeOf(query.chunk)
    let rows = await this.page(query, first - 1, last)
    while (rows.length === PAGE) {
      const next = this.page(query, rows.at(-1)?.number ?? last, last)
      // If the reader stops, an error of the next page must not become an unhandled rejection.
      next.catch(() => undefined)
      yield rows
      rows = await next
    }
    if (rows.length) yield rows
  }

  /**
   * The chunks of a region with their revisions. Each chunk is summed separately, because grouping would sort
   * all offers.
   */
  async chunks({ region_id, chunk }: FeedQuery): Promise<Chunk[]> {
    const { rows } = await this.knex.raw<{ rows: Chunk[] }>(
      `with ends as (select (max(number) - 1) / ${CHUNK} as last from gw_catalog_offer where region_id = :region_id)
       select index::integer, chunk.*
         from ends, generate_series(coalesce(:chunk::bigint, 0), least(:chunk::bigint, last)) index,
              lateral (
                select count(*) filter (where is_sold)::integer as count,
                       to_char(max(changed_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as changed_at,
                       sum(revision)::text as revision
                  from gw_catalog_offer
                 where region_id = :region_id and number between index * ${CHUNK} + 1 and (index + 1) * ${CHUNK}
              ) chunk
        where chunk.revision is not null order by index`,
      { region_id, chunk: chunk ?? null }
    )
    return rows
  }

  private async page(
    { region_id, updated_since }: FeedQuery,
    after: number,
    last: number
  ): Promise<FeedEntry[]> {
    const rows = await this.knex("gw_catalog_offer")
      .where({ region_id })
      .andWhere("number", ">", after)
      .andWhere("number", "<=", last)
      .modify((offers) => {
        if (updated_since === undefined) void offers.whereNotNull("document")
        else void offers.whereRaw("changed_at > ?::timestamptz - interval '1 minute'", [updated_since])
      })
      .orderBy("number")
      .limit(PAGE)
      .select("number", "product_id", "tax_included", "document")
    return rows.map((row: FeedEntry) => ({ ...row, number: Number(row.number) }))
  }
}

function rangeOf(chunk?: number): [first: number, last: number] {
  return chunk === undefined ? [1, Number.MAX_SAFE_INTEGER] : [chunk * CHUNK + 1, (chunk + 1) * CHUNK]
}
