import type { CreatePromotionDTO, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createPromotionsWorkflow } from "@medusajs/medusa/core-flows"
import { toDecimal } from "../../src/domain/money"
import type { DiscountRow, FreeShippingRow } from "./fixture-rows"
import { STANDARD } from "./fixture-delivery"
import type { Fixtures } from "./read-fixtures"

/**
 * Creates the missing discount codes, which apply to the whole order, and the automatic promotions that make shipping
 * free for orders with certain products, at standard rates.
 */
export async function ensurePromotions(container: MedusaContainer, fixtures: Fixtures): Promise<void> {
  const { discounts, free_shipping, currency } = fixtures
  const types = await standardTypes(container, fixtures)
  const wanted = [
    ...discounts.map((discount) => describeDiscount(discount, currency)),
    ...(
      await Promise.all(free_shipping.map((promotion) => describeFreeShipping(container, promotion, types)))
    ).flat(),
  ]
  const code = wanted.map((promotion) => promotion.code)
  const made = await container.resolve(Modules.PROMOTION).listPromotions({ code }, { take: null })
  const promotionsData = wanted.filter((promotion) => !made.some((one) => one.code === promotion.code))
  if (promotionsData.length) await createPromotionsWorkflow(container).run({ input: { promotionsData } })
}

const TYPE = "shipping_methods.shipping_option.shipping_option_type_id"

/** The types of the shipping options at standard rates. */
async function standardTypes(container: MedusaContainer, { rates }: Fixtures): Promise<string[]> {
  const id = rates.flatMap((rate) => (rate.service_level === STANDARD ? [rate.id] : []))
  if (!id.length) return []
  const options = await container
    .resolve(Modules.FULFILLMENT)
    .listShippingOptions({ id }, { relations: ["type"], take: null })
  return options.map(({ type }) => type.id)
}

function describeDiscount({ code, type, value }: DiscountRow, currency: string): CreatePromotionDTO {
  const isFixed = type === "fixed_amount"
  return {
    code,
    type: "standard",
    status: "active",
    application_method: {
      type: isFixed ? "fixed" : "percentage",
      target_type: "order",
      allocation: "across",
      value: isFixed ? Number(toDecimal(value, currency)) : value,
      currency_code: currency.toLowerCase(),
    },
  }
}

async function describeFreeShipping(
  container: MedusaContainer,
  { id, eligible_item_ids: sku = [] }: FreeShippingRow,
  types: string[]
): Promise<CreatePromotionDTO[]> {
  const variants = sku.length
    ? await container.resolve(Modules.PRODUCT).listProductVariants({ sku }, { take: null })
    : []
  if (!variants.length || !types.length) return []
  const values = variants.flatMap(({ product_id }) => product_id ?? [])
  return [
    {
      code: id,
      type: "standard",
      status: "active",
      is_automatic: true,
      rules: [{ attribute: "items.product.id", operator: "in", values }],
      application_method: {
        type: "percentage",
        value: 100,
        target_type: "shipping_methods",
        allocation: "across",
        target_rules: [{ attribute: TYPE, operator: "in", values: types }],
      },
    },
  ]
}
