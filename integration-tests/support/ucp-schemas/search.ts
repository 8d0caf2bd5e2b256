import { z } from "@medusajs/framework/zod"
import { succeeded } from "./envelope"
import { Message } from "./message"
import { WholeProduct } from "./product"
import type { Version } from "./version"

const total = { total_count: z.int().min(0).optional() }

/** Where the page is in the list: a cursor is there exactly if another page is. */
export const Pagination = z.discriminatedUnion("has_next_page", [
  z.strictObject({ has_next_page: z.literal(true), cursor: z.string().min(1), ...total }),
  z.strictObject({ has_next_page: z.literal(false), ...total }),
])

/** A page of products; none is in it twice. */
export const searchResponse = (version: Version) =>
  z
    .strictObject({
      ucp: succeeded(version, "dev.ucp.shopping.catalog.search"),
      products: z.array(WholeProduct),
      pagination: Pagination,
      messages: z.array(Message).optional(),
    })
    .refine(
      ({ products }) => new Set(products.map(({ id }) => id)).size === products.length,
      "a product is there twice"
    )
    .refine(
      ({ products, pagination: { has_next_page, total_count = Infinity } }) =>
        products.length + Number(has_next_page) <= total_count,
      "there are more products than the total"
    )
