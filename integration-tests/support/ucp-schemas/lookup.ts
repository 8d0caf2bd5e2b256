import { z } from "@medusajs/framework/zod"
import { succeeded } from "./envelope"
import { Message } from "./message"
import { LookedUpProduct } from "./product"
import type { Version } from "./version"

/** The products with the requested ids; a product with several of the ids occurs once. */
export const lookupResponse = (version: Version) =>
  z
    .strictObject({
      ucp: succeeded(version, "dev.ucp.shopping.catalog.lookup"),
      products: z.array(LookedUpProduct),
      messages: z.array(Message).optional(),
    })
    .refine(
      ({ products }) => new Set(products.map(({ id }) => id)).size === products.length,
      "a product is there twice"
    )
