import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { isNamed, bestMatch, type Named } from "../../../modules/catalog/lookup"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { envelopeOf } from "../negotiation/agreement"
import { Context, buyerLocationIn } from "./buyer-context"
import { Filters, applicableFilters, narrowed } from "./search-filters"
import { named } from "./get-product"
import { marketByHints } from "../../../queries/catalog/buyer-market"
import { documentOf, type ProductDocument, type VariantDocument } from "./variant-document"

const MOST = 100

const LookupBody = z.looseObject({
  ids: z.array(z.string().min(1).max(300)).min(1).max(10_000),
  filters: Filters,
  context: Context,
})
type LookupBody = z.infer<typeof LookupBody>

/**
 * `POST /catalog/lookup` (UCP: Catalog lookup): products by their own ids or those of their variants, each product
 * once, with the requested variants. Unknown ids are omitted and named in a message. Throws `batch_too_large` for
 * more than 100 ids.
 */
export const lookUpCatalog = operation({
  access: "dev.ucp.shopping.catalog.lookup:read",
  allows_anonymous: true,
  input: LookupBody,
  async run({ ids, context, ...body }: LookupBody, call) {
    const ucp = envelopeOf(call, "dev.ucp.shopping.catalog.lookup")
    const requested = [...new Set(ids)]
    if (requested.length > MOST) throw problem("batch_too_large", { limit: MOST })
    const location = buyerLocationIn(context)
    const market = await marketByHints(location, call.container)
    const { filters, messages } = applicableFilters(market, body.filters, location.currency)
    const found = await named(market, requested, call)
    const matches = new Map(requested.map((id) => [id, bestMatch(found, id)]))
    const products = found.flatMap((product) => {
      const ids = requested.filter((id) => matches.get(id) === product)
      const document = ids.length ? narrowed(documentOf(product), product, filters) : undefined
      return document ? matchedProduct(document, product, ids) : []
    })
    const missing = requested.filter((id) => !matches.get(id))
    const notes = missing.map((id) => ({ type: "info", code: "not_found", content: id }))
    return json({
      ucp,
      products,
      ...(notes.length + messages.length && { messages: [...notes, ...messages] }),
    })
  },
})

/**
 * The product with the variants that these ids name, and with the first variant when an id names the product itself.
 * Empty when the filters removed all of them.
 */
function matchedProduct(document: ProductDocument, product: Named, ids: readonly string[]): object[] {
  const variants = document.variants.map((variant, index) => ({
    ...variant,
    inputs: ids.flatMap((id) => inputFor(product, variant, index === 0, id)),
  }))
  const matching = variants.filter(({ inputs }) => inputs.length)
  return matching.length ? [{ ...document, variants: matching }] : []
}

function inputFor(
  { variants }: Named,
  { id }: VariantDocument,
  isFeatured: boolean,
  requested_id: string
): object[] {
  const exact = variants.find((variant) => isNamed(variant, requested_id))
  if (exact) return exact.variant_id === id ? [{ id: requested_id, match: "exact" }] : []
  return isFeatured ? [{ id: requested_id, match: "featured" }] : []
}
