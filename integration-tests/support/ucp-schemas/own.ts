import { z } from "@medusajs/framework/zod"
import { succeeded } from "./envelope"
import { NumberedProduct } from "./product"
import { Pagination } from "./search"
import type { Version } from "./version"

const LOOKUP = "dev.ucp.shopping.catalog.lookup"
const SEARCH = "dev.ucp.shopping.catalog.search"

const Moment = z.iso.datetime()

const page = (version: Version, capability: string) =>
  z.strictObject({
    ucp: succeeded(version, capability),
    products: z.array(NumberedProduct),
    pagination: Pagination,
  })

/** A product that is no longer sold, in a feed of changes. */
const Deleted = z.strictObject({ id: z.int().min(1), medusa_id: z.string(), deleted: z.literal(true) })

/** What this service's own routes answer (spec: UCP catalog and products), to the last member. */
export const own = (version: Version) => ({
  search: page(version, SEARCH),
  list: page(version, LOOKUP),
  item: z.strictObject({ ucp: succeeded(version, LOOKUP), product: NumberedProduct }),
  feed: z.strictObject({
    ucp: succeeded(version, LOOKUP),
    generated_at: Moment,
    currency: z.string().length(3),
    products: z.array(z.union([NumberedProduct, Deleted])),
  }),
  feed_manifest: z.strictObject({
    ucp: succeeded(version, LOOKUP),
    generated_at: Moment,
    currency: z.string().length(3),
    total_products: z.int().min(0),
    chunk_size: z.int().min(1),
    max_age: z.int().min(1),
    updated_at: Moment.nullable(),
    chunks: z.array(
      z.strictObject({
        index: z.int().min(0),
        url: z.url(),
        count: z.int().min(0),
        etag: z.string().regex(/^W\/"/),
        updated_at: Moment,
      })
    ),
  }),
})
