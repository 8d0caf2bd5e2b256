import { z } from "@medusajs/framework/zod"
import { succeeded } from "./envelope"
import { Message } from "./message"
import { Moment } from "./moment"
import { Currency } from "./money"
import { Order } from "./order"
import { CountedPagination, Pagination } from "./pagination"
import { NumberedProduct } from "./product"
import type { Version } from "./version"

const LOOKUP = "dev.ucp.shopping.catalog.lookup"
const SEARCH = "dev.ucp.shopping.catalog.search"

const page = (version: Version, capability: string) =>
  z.strictObject({
    ucp: succeeded(version, capability),
    products: z.array(NumberedProduct),
    pagination: CountedPagination,
  })

/** A product that is no longer sold, in a feed of changes. */
const Deleted = z.strictObject({ id: z.int().min(1), medusa_id: z.string(), deleted: z.literal(true) })

/** The current state of a refund; as long as the bank has not executed it, its refunded amount may be zero. */
const Refund = z
  .strictObject({
    order_id: z.int().min(1),
    status: z.enum(["refunded", "partially_refunded", "pending"]),
    refunded_amount: z.int().min(0),
    currency: Currency,
    messages: z.array(Message).min(1).optional(),
  })
  .refine(({ status, refunded_amount }) => status === "pending" || refunded_amount > 0, "nothing is refunded")

/** The responses of the plugin's own routes (spec: UCP catalog, products and orders), without unknown members. */
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
  orders: z.strictObject({
    ucp: succeeded(version, "dev.ucp.shopping.order"),
    orders: z
      .array(Order)
      .refine(
        (orders) => new Set(orders.map(({ id }) => id)).size === orders.length,
        "an order is there twice"
      ),
    pagination: Pagination,
  }),
  refund: Refund,
})
