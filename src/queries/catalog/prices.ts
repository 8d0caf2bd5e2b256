import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { toMinorUnits } from "../../lib/minor-units"
import type { Market } from "./markets"

/** The price of a variant for a buyer, in minor units. */
export interface VariantPrice {
  readonly amount: number
  /** The price without the price list's discount; the same if no price list applies. */
  readonly list_amount: number
  readonly tax_included: boolean
}

/**
 * The prices of variants in a region for these customer groups, as in Medusa's store API. Variants without a
 * price are missing in the result.
 */
export async function pricesOf(
  container: MedusaContainer,
  variants: readonly string[],
  { region_id, currency }: Market,
  groups: readonly string[] = []
): Promise<Map<string, VariantPrice>> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: links } = await query.graph({
    entity: "product_variant_price_set",
    fields: ["variant_id", "price_set_id"],
    filters: { variant_id: [...variants] },
  })
  // Medusa flattens the context, but its type allows flat values only.
  const customer = { groups: groups.map((id) => ({ id })) } as unknown as string
  const context = {
    region_id,
    currency_code: currency.toLowerCase(),
    ...(groups.length > 0 && { customer }),
  }
  const calculated = await container
    .resolve(Modules.PRICING)
    .calculatePrices({ id: links.map(({ price_set_id }) => price_set_id) }, { context })
  const bySet = new Map(calculated.map((price) => [price.id, price]))
  return new Map(
    links.flatMap(({ variant_id, price_set_id }) => {
      const price = bySet.get(price_set_id)
      if (price?.calculated_amount == null) return []
      const amount = toMinorUnits(price.calculated_amount, currency)
      const list_amount = Math.max(
        amount,
        toMinorUnits(price.original_amount ?? price.calculated_amount, currency)
      )
      const tax_included = Boolean(price.is_calculated_price_tax_inclusive)
      return [[variant_id, { amount, list_amount, tax_included }] as const]
    })
  )
}
