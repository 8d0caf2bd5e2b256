import { z } from "@medusajs/framework/zod"
import { operation } from "../../../gateway/operation"
import { envelopeOf } from "../negotiation/agreement"
import { official, productsPage } from "./catalog-responses"
import { Context, buyerLocationIn } from "./buyer-context"
import { Filters, applicableFilters } from "./search-filters"
import { marketByHints } from "../../../queries/catalog/buyer-market"
import { countSearch, findIn } from "./search-products"

/** Higher limits are reduced to this, as UCP specifies for pages. */
const MOST = 100

const SearchBody = z
  .looseObject({
    query: z.string().max(500).optional(),
    filters: Filters,
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

/**
 * `POST /catalog/search` (UCP: Catalog search). The price filter is in the requested currency. When the store's
 * prices are in another currency, the filter is ignored and a warning says so.
 */
export const searchCatalogOfficially = operation({
  access: "dev.ucp.shopping.catalog.search:read",
  allows_anonymous: true,
  input: SearchBody,
  async run({ query, context, pagination, ...body }: SearchBody, call) {
    const ucp = envelopeOf(call, "dev.ucp.shopping.catalog.search")
    const location = buyerLocationIn(context)
    const market = await marketByHints(location, call.container)
    const { filters, messages } = applicableFilters(market, body.filters, location.currency)
    const { categories, price, available } = filters
    const search = {
      q: query,
      categories: categories?.length ? categories : undefined,
      available,
      min_price: price?.min,
      max_price: price?.max,
      ...pagination,
    }
    const page = productsPage({ ucp, ...(await findIn(market, search, call)), messages }, official)
    countSearch(call)
    return page
  },
})
