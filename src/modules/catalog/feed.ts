import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Listed } from "./models/entry"

/** How many products are read at a time. */
const PAGE = 250

/** Products with these numbers are one chunk: chunk 0 holds the numbers 1 to 1000. */
export const CHUNK = 1000

/** What of a region's products a feed holds. */
export interface FeedQuery {
  readonly region_id: string
  /** One chunk only. */
  readonly chunk?: number | undefined
  /**
   * Only what has changed after this moment, and what is no longer sold since then. RFC 3339. What changed in the minute
   * before is told again: it may have been committed only after the moment.
   */
  readonly updated_since?: string | undefined
}

/** A product of a feed; `document` is null for one that is no longer sold, in a feed of changes. */
export type Fed = Omit<Listed, "document"> & { readonly document: string | null }

/** A chunk of the feed as the manifest describes it. */
export interface Chunk {
  readonly index: number
  readonly count: number
  /** When one of its products last changed, with microseconds. RFC 3339. */
  readonly changed_at: string
  /** Grows with every change of one of its products. The time does not: a change may be committed after a later one. */
  readonly revision: string
}

/** All products of a region, one after the other in the order of their numbers. */
export class Feed {
  constructor(private readonly knex: Knex) {}

  /**
   * The products a page at a time, so that a reader that is slow holds up nobody and fills no memory. While one page is
   * on its way to the reader, the next one is read.
   */
  async *pages(query: FeedQuery): AsyncGenerator<Fed[], void> {
    const [first, last] = rangeOf(query.chunk)
    let rows = await this.page(query, first - 1, last)
    while (rows.length === PAGE) {
      const next = this.page(query, rows.at(-1)?.number ?? last, last)
      // Who reads no further does not hear of it.
      next.catch(() => undefined)
      yield rows
      rows = await next
    }
    if (rows.length) yield rows
  }

  /** The chunks there are, with what tells whether one has changed. Each is summed by itself, as grouping sorts them all. */
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

  private async page({ region_id, updated_since }: FeedQuery, after: number, last: number): Promise<Fed[]> {
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
    return rows.map((row: Fed) => ({ ...row, number: Number(row.number) }))
  }
}

function rangeOf(chunk?: number): [first: number, last: number] {
  return chunk === undefined ? [1, Number.MAX_SAFE_INTEGER] : [chunk * CHUNK + 1, (chunk + 1) * CHUNK]
}
