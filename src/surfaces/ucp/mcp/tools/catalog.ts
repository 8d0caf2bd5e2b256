import { problem } from "../../../../domain/errors"
import { boundedPageSize, MOST_IN_PAGE } from "../../../../gateway/mcp/page-size"
import { lookUpCatalog } from "../../catalog/lookup-official"
import { productOfCatalog } from "../../catalog/product-official"
import { searchCatalogOfficially } from "../../catalog/search-official"
import { SHOWN } from "../app/shop-app"
import { type Payload, ucpTool } from "../ucp-tool"

/** Reduces the page size, as UCP specifies for pages. A wrong one is left to the operation to refuse. */
function boundedPage({ pagination, ...search }: Payload): Payload {
  if (typeof pagination !== "object" || pagination === null)
    return { ...search, ...(pagination !== undefined && { pagination }) }
  const { limit } = pagination as Payload
  if (limit === undefined) return { ...search, pagination }
  return { ...search, pagination: { ...pagination, limit: boundedPageSize(limit) } }
}

function boundedIds(lookup: Payload): Payload {
  const { ids } = lookup
  if (Array.isArray(ids) && ids.length > MOST_IN_PAGE)
    throw problem("batch_too_large", { limit: MOST_IN_PAGE })
  return lookup
}

/** The tools that search and read products. */
export const CATALOG_TOOLS = [
  ucpTool({
    name: "search_catalog",
    title: "Search products",
    description:
      "Searches the store's products by words and filters. Returns products with variants, prices and availability, 10 per page and 20 at most; pagination.cursor continues. Use the id of a variant as item id in carts and checkouts.",
    effect: "reads",
    operation: searchCatalogOfficially,
    ui: SHOWN,
    body: "catalog",
    bounded: boundedPage,
  }),
  ucpTool({
    name: "lookup_catalog",
    title: "Look up products",
    description:
      "Returns products by their ids, handles or SKUs, or those of their variants, 20 at most. Ids that match nothing are named in messages.",
    effect: "reads",
    operation: lookUpCatalog,
    ui: SHOWN,
    body: "catalog",
    bounded: boundedIds,
  }),
  ucpTool({
    name: "get_product",
    title: "Show a product",
    description:
      "Returns one product with its options. With selected option values, shows which variants and which other values remain available.",
    effect: "reads",
    operation: productOfCatalog,
    ui: SHOWN,
    body: "catalog",
  }),
]
