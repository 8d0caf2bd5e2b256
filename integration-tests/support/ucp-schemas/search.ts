import { z } from "@medusajs/framework/zod"
import { succeeded } from "./envelope"
import { Message } from "./message"
import { CountedPagination } from "./pagination"
import { WholeProduct } from "./product"
import type { Version } from "./version"

/** A page of products without duplicates. */
export const searchResponse = (version: Version) =>
  z
    .strictObject({
      ucp: succeeded(version, "dev.ucp.shopping.catalog.search"),
      products: z.array(WholeProduct),
      pagination: CountedPagination,
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
