import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { toMinorUnits } from "../minor-units"
import type { Market } from "./markets"

/** What a buyer pays for a variant, in minor units. */
export interface VariantPrice {
  readonly amount: number
  /** Before the price list that makes it cheaper; the same where none does. */
  readonly list_amount: number
  readonly tax_included: boolean
}

/** Prices of variants in a market for somebody in these customer groups, as Medusa's own store API has them. One without a price is missing. */
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
  // Medusa flattens the context; its type knows only what is flat.
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
