import type { CartShippingMethodDTO, ValidateFulfillmentDataContext } from "@medusajs/framework/types"
import { CartWorkflowEvents, PromotionActions } from "@medusajs/framework/utils"
import { createWorkflow, transform, when } from "@medusajs/framework/workflows-sdk"
import {
  addShippingMethodToCartStep,
  emitEventStep,
  updateCartPromotionsWorkflow,
  upsertTaxLinesWorkflow,
  validateAndReturnShippingMethodsDataStep,
} from "@medusajs/medusa/core-flows"
import { PROFILE_FIELDS, type PricedOption } from "./shipping-options"

/** Input of `chooseShippingOptionWorkflow`. */
export interface ChooseShippingOptionInput {
  /** A cart without a shipping method, with the `DELIVERED_FIELDS` that it has after its last change. */
  cart: { readonly id: string }
  /** One of the shipping options that Medusa listed for this cart after its last change. */
  option: PricedOption
  /** The promotion codes of the request: a code for free shipping takes effect only with a shipping method. */
  codes: readonly string[]
  /** Whether any promotion can apply to the cart, by a code or automatically. */
  may_be_promoted: boolean
}

/** The cart fields that Medusa prices shipping options by, and passes to fulfillment and tax providers. */
export const DELIVERED_FIELDS = [
  ...PROFILE_FIELDS,
  "email",
  "currency_code",
  "locale",
  "metadata",
  "region_id",
  "sales_channel_id",
  "total",
  "subtotal",
  "item_total",
  "item_subtotal",
  "original_item_total",
  "original_item_subtotal",
  "region.*",
  "shipping_address.*",
  "customer.*",
  "customer.groups.*",
  "items.*",
  "items.adjustments.*",
  "items.tax_lines.*",
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
 * Adds a shipping method to a cart, from an option that was listed in the same request. Medusa's own workflow lists and
 * prices the options twice more before the same steps: the provider validates the option, the method is added and
 * taxed, and promotions are recomputed (here only where one can apply). The merchant's hooks on listing, taxes and
 * promotions run; hooks on `addShippingMethodToCartWorkflow` do not.
 */
export const chooseShippingOptionWorkflow = createWorkflow(
  "gw-choose-delivery",
  (input: ChooseShippingOptionInput) => {
    const data = validateAndReturnShippingMethodsDataStep(transform(input, checkOf))
    const methods = addShippingMethodToCartStep(
      transform({ input, data }, ({ input, data }) => ({
        shipping_methods: [{ ...methodOf(input), data: data?.[0]?.[input.option.id] ?? {} }],
      }))
    )
    upsertTaxLinesWorkflow.runAsStep({ input: transform({ input, methods }, taxationOf) })
    when({ input }, ({ input }) => input.may_be_promoted).then(() =>
      updateCartPromotionsWorkflow.runAsStep({
        input: transform({ input }, ({ input }) => ({
          cart_id: input.cart.id,
          promo_codes: [...input.codes],
          action: PromotionActions.REPLACE,
          force_refresh_payment_collection: false as const,
        })),
      })
    )
    const event = transform({ input }, ({ input }) => ({ id: input.cart.id }))
    emitEventStep({ eventName: CartWorkflowEvents.UPDATED, data: event })
  }
)

/** The input for the provider's validation. */
function checkOf({ option, cart }: ChooseShippingOptionInput) {
  const { id, provider_id, data, stock_location } = option
  const context = { ...cart, from_location: stock_location ?? {} } as ValidateFulfillmentDataContext
  return [{ id, provider_id, option_data: data ?? {}, method_data: {}, context }]
}

function methodOf({ cart, option: { id, name, calculated_price } }: ChooseShippingOptionInput) {
  return {
    cart_id: cart.id,
    name,
    shipping_option_id: id,
    amount: calculated_price.calculated_amount,
    is_tax_inclusive: Boolean(calculated_price.is_calculated_price_tax_inclusive),
  }
}

interface Methods {
  readonly input: ChooseShippingOptionInput
  readonly methods: CartShippingMethodDTO[]
}

function taxationOf({ input: { cart }, methods }: Methods) {
  return { cart: { ...cart, shipping_methods: methods }, items: [], shipping_methods: methods }
}
