import type { CartShippingMethodDTO, ValidateFulfillmentDataContext } from "@medusajs/framework/types"
import { CartWorkflowEvents, PromotionActions } from "@medusajs/framework/utils"
import { createWorkflow, transform, when } from "@medusajs/framework/workflows-sdk"
import {
  addShippingMethodToCartStep,
  emitEventStep,
  updateCartPromotionsWorkflow,
  upsertTaxLinesWorkflow,
  useQueryGraphStep,
  validateAndReturnShippingMethodsDataStep,
} from "@medusajs/medusa/core-flows"
import type { PricedOption } from "./delivery-options"

export interface ChooseDeliveryInput {
  /** A cart that has no delivery yet. */
  cart_id: string
  /** One of those Medusa has listed for this very cart, since it was last changed. */
  option: PricedOption
  /** The promotion codes that were typed: one that makes delivery free counts only now. */
  codes: readonly string[]
  /** Whether any promotion can count in the cart, typed or by itself. */
  may_be_promoted: boolean
}

/** What Medusa tells fulfillment and tax providers of a cart. */
const FIELDS = [
  ...["id", "email", "currency_code", "locale", "metadata", "region_id", "sales_channel_id"],
  ...["total", "subtotal", "item_total", "item_subtotal", "original_item_total", "original_item_subtotal"],
  ...["region.*", "shipping_address.*", "customer.*", "customer.groups.*"],
  ...["items.*", "items.adjustments.*", "items.tax_lines.*"],
  ...["id", "is_giftcard", "collection_id", "type_id", "weight", "categories.id", "tags.id"].map(
    (field) => `items.product.${field}`
  ),
  ...[
    "id",
    "weight",
    "length",
    "height",
    "width",
    "material",
    "product.id",
    "product.shipping_profile.id",
  ].map((field) => `items.variant.${field}`),
]

/**
 * Has a cart delivered in a way that was listed for it in the same request. Medusa's own workflow for this lists and
 * prices the ways twice more before it does the same: has the provider check it, adds it, has it taxed, and counts the
 * promotions anew. Where no promotion can count there is nothing to count. Hooks of the merchant's on the listing, the
 * taxes and the promotions are called; those on `addShippingMethodToCartWorkflow` are not.
 */
export const chooseDeliveryWorkflow = createWorkflow("gw-choose-delivery", (input: ChooseDeliveryInput) => {
  const filters = transform({ input }, ({ input }) => ({ id: input.cart_id }))
  const { data: cart } = useQueryGraphStep({
    ...{ entity: "cart", fields: FIELDS, filters },
    options: { isList: false, throwIfKeyNotFound: true },
  })
  const data = validateAndReturnShippingMethodsDataStep(transform({ input, cart }, checkOf))
  const methods = addShippingMethodToCartStep(
    transform({ input, data }, ({ input, data }) => ({
      shipping_methods: [{ ...methodOf(input), data: data?.[0]?.[input.option.id] ?? {} }],
    }))
  )
  upsertTaxLinesWorkflow.runAsStep({ input: transform({ cart, methods }, taxationOf) })
  when({ input }, ({ input }) => input.may_be_promoted).then(() =>
    updateCartPromotionsWorkflow.runAsStep({
      input: transform({ input }, ({ input }) => ({
        cart_id: input.cart_id,
        promo_codes: [...input.codes],
        action: PromotionActions.REPLACE,
        force_refresh_payment_collection: false as const,
      })),
    })
  )
  emitEventStep({ eventName: CartWorkflowEvents.UPDATED, data: filters })
})

/** What the provider is to check. */
function checkOf({ input: { option }, cart }: { input: ChooseDeliveryInput; cart: object }) {
  const { id, provider_id, data, stock_location } = option
  const context = { ...cart, from_location: stock_location ?? {} } as ValidateFulfillmentDataContext
  return [{ id, provider_id, option_data: data ?? {}, method_data: {}, context }]
}

function methodOf({ cart_id, option: { id, name, calculated_price } }: ChooseDeliveryInput) {
  return {
    ...{ cart_id, name, shipping_option_id: id },
    amount: calculated_price.calculated_amount,
    is_tax_inclusive: Boolean(calculated_price.is_calculated_price_tax_inclusive),
  }
}

function taxationOf({ cart, methods }: { cart: object; methods: CartShippingMethodDTO[] }) {
  return { cart: { ...cart, shipping_methods: methods }, items: [], shipping_methods: methods }
}
