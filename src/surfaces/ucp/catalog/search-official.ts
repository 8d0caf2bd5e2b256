import { z } from "@medusajs/framework/zod"
import { operation } from "../../operation"
import { envelopeOf } from "../negotiation/agreement"
import { official, productsPage } from "./answers"
import { Context, whereaboutsIn } from "./context"
import { marketByHints } from "./market"
import { findIn } from "./search"

/** What is above it is clamped, as UCP says of pages. */
const MOST = 100

const Amount = z.int().min(0).max(1e12)

const SearchBody = z
  .looseObject({
    query: z.string().max(500).optional(),
    filters: z
      .looseObject({
        categories: z.array(z.string().min(1).max(300)).max(100).optional(),
        price: z.looseObject({ min: Amount.optional(), max: Amount.optional() }).optional(),
        available: z.boolean().optional(),
      })
      .optional(),
    context: Context,
    pagination: z
      .looseObject({
        cursor: z.string().min(1).max(4000).optional(),
        limit: z
          .int()
          .min(1)
          .default(10)
          .transform((limit) => Math.min(limit, MOST)),
      })
      .default({ limit: 10 }),
  })
  .refine(
    ({ query, filters, context, pagination }) =>
      query !== undefined || filters || context || pagination.cursor !== undefined,
    "needs a query, filters, a context or a cursor"
  )
type SearchBody = z.infer<typeof SearchBody>

/** `POST /catalog/search` (UCP: Catalog search). The price filter is in the currency of the region that is answered for. */
export const searchCatalogOfficially = operation({
  access: "dev.ucp.shopping.catalog.search:read",
  input: SearchBody,
  async run({ query, filters = {}, context, pagination }: SearchBody, call) {
    const ucp = envelopeOf(call, "dev.ucp.shopping.catalog.search")
    const market = await marketByHints(whereaboutsIn(context), call)
    const { categories, price, available } = filters
    const search = {
      ...{ q: query, categories: categories?.length ? categories : undefined, available },
      ...{ min_price: price?.min, max_price: price?.max, ...pagination },
    }
    return productsPage({ ucp, ...(await findIn(market, search, call)) }, official)
  },
})
