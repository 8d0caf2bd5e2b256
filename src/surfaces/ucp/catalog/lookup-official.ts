import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { Named } from "../../../modules/catalog/lookup"
import { operation } from "../../operation"
import { json } from "../../reply"
import { envelopeOf } from "../negotiation/agreement"
import { Context, whereaboutsIn } from "./context"
import { named } from "./item"
import { marketByHints } from "./market"
import { documentOf, type VariantDocument } from "./variant-document"

const MOST = 100

const LookupBody = z.looseObject({
  ids: z.array(z.string().min(1).max(300)).min(1).max(10_000),
  context: Context,
})
type LookupBody = z.infer<typeof LookupBody>

/**
 * `POST /catalog/lookup` (UCP: Catalog lookup): products by their ids or those of variants, each once, with the variants
 * that were meant. What is unknown is missing, and named in a message. Throws `batch_too_large` for over 100 ids.
 */
export const lookUpCatalog = operation({
  access: "dev.ucp.shopping.catalog.lookup:read",
  input: LookupBody,
  async run({ ids, context }: LookupBody, call) {
    const ucp = envelopeOf(call, "dev.ucp.shopping.catalog.lookup")
    const asked = [...new Set(ids)]
    if (asked.length > MOST) throw problem("batch_too_large", { limit: MOST })
    const found = await named(await marketByHints(whereaboutsIn(context), call), asked, call)
    const missing = asked.filter((id) => !found.some((product) => means(product, id)))
    const messages = missing.map((id) => ({ type: "info", code: "not_found", content: id }))
    return json({
      ucp,
      products: found.map((product) => lookedUp(product, asked)),
      ...(messages.length && { messages }),
    })
  },
})

/** Whether an id is a product's, or one of its variants'. */
function means({ product_id, number, handle, variants }: Named, id: string): boolean {
  return [product_id, String(number), handle].includes(id) || variants.some((variant) => isNamed(variant, id))
}

const isNamed = ({ variant_id, sku }: Named["variants"][number], id: string) =>
  variant_id === id || sku === id

/** The variants that were asked for, and the featured one when the product was. */
function lookedUp(product: Named, asked: readonly string[]): object {
  const document = documentOf(product)
  const ids = asked.filter((id) => means(product, id))
  const variants = document.variants.map((variant, index) => ({
    ...variant,
    inputs: ids.flatMap((id) => inputFor(product, variant, index === 0, id)),
  }))
  return { ...document, variants: variants.filter(({ inputs }) => inputs.length) }
}

function inputFor(
  { variants }: Named,
  { id }: VariantDocument,
  isFeatured: boolean,
  asked: string
): object[] {
  const exact = variants.find((variant) => isNamed(variant, asked))
  if (exact) return exact.variant_id === id ? [{ id: asked, match: "exact" }] : []
  return isFeatured ? [{ id: asked, match: "featured" }] : []
}
