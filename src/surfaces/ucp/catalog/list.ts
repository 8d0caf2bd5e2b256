import { z } from "@medusajs/framework/zod"
import { operation } from "../../operation"
import { envelopeOf } from "../negotiation/agreement"
import { numbered, productsPage } from "./answers"
import { marketOf } from "./market"
import { findIn, NARROWING } from "./search"

const ListParameters = z.strictObject(NARROWING)
type ListParameters = z.infer<typeof ListParameters>

/** Lists products, the newest first, in pages that neither repeat nor skip (spec: UCP catalog and products). */
export const listProducts = operation({
  access: "dev.ucp.shopping.catalog.lookup:read",
  input: ListParameters,
  async run({ country, currency, category, ...narrowing }: ListParameters, call) {
    const ucp = await envelopeOf(call, "dev.ucp.shopping.catalog.lookup")
    const market = await marketOf({ country, currency }, call)
    const found = await findIn(market, { ...narrowing, categories: category ? [category] : undefined }, call)
    return productsPage({ ucp, ...found }, numbered)
  },
})
