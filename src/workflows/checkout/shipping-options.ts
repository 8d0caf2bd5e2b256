import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { listShippingOptionsForCartWithPricingWorkflow } from "@medusajs/medusa/core-flows"
import { toMinorUnits } from "../../lib/minor-units"
import type { QuotedOption } from "../../modules/agent/models/session"

/** The fields of Medusa's shipping options that are used here. */
interface ListedOption {
  readonly id: string
  readonly name: string
  readonly provider_id: string
  readonly shipping_profile_id: string
  readonly data: Record<string, unknown> | null
  readonly stock_location?: object
  readonly insufficient_inventory?: boolean
  readonly calculated_price?: {
    readonly calculated_amount: BigNumberInput | null
    readonly is_calculated_price_tax_inclusive?: boolean | null
  } | null
  readonly type?: { readonly label?: string; readonly description?: string } | null
}

/** A cart with the `PROFILE_FIELDS`. */
export interface ProfiledCart {
  readonly id: string
  readonly items: readonly {
    readonly requires_shipping: boolean
    readonly variant?: {
      readonly product?: { readonly shipping_profile?: { readonly id: string } | null } | null
    } | null
  }[]
}

/** The cart fields that decide which shipping options deliver the whole cart. */
export const PROFILE_FIELDS = ["id", "items.requires_shipping", "items.variant.product.shipping_profile.id"]

/** A shipping option as Medusa has listed and priced it for a cart. */
export interface PricedOption extends ListedOption {
  readonly calculated_price: {
    readonly calculated_amount: BigNumberInput
    readonly is_calculated_price_tax_inclusive?: boolean | null
  }
}

/** A shipping option of a cart: as the quote contains it, and as Medusa lists it. */
export interface ShippingOption {
  readonly quoted: QuotedOption
  readonly option: PricedOption
}

/** The shipping options that deliver the whole cart. */
export interface ShippingOptions {
  readonly options: readonly ShippingOption[]
  /** Whether its lines have different shipping profiles: then there are no options. */
  readonly is_divided: boolean
}

/**
 * The shipping options that deliver the whole cart to its address, cheapest first, with distinct titles (UCP:
 * Fulfillment). Options that Medusa would not complete the cart with are left out.
 */
export async function shippingOptionsFor(
  container: MedusaContainer,
  cart: ProfiledCart,
  currency: string
): Promise<ShippingOptions> {
  const { result } = await listShippingOptionsForCartWithPricingWorkflow(container).run({
    input: { cart_id: cart.id, is_return: false, enabled_in_store: true },
  })
  const profiles = profilesIn(cart)
  const listed = (result as ListedOption[]).filter((option) =>
    profiles.every((profile) => profile === option.shipping_profile_id)
  )
  const priced = listed.filter(isPriced).map((option) => ({ option, quoted: quotedOption(option, currency) }))
  const sorted = priced.sort(
    (a, b) => a.quoted.amount - b.quoted.amount || (a.option.id < b.option.id ? -1 : 1)
  )
  const options = sorted.map(({ option, quoted }, n) => {
    const before = sorted.slice(0, n).map((one) => one.quoted.title)
    return { option, quoted: { ...quoted, title: distinct(quoted.title, before) } }
  })
  return { options, is_divided: new Set(profiles).size > 1 }
}

function isPriced(option: ListedOption): option is PricedOption {
  return option.calculated_price?.calculated_amount != null && !option.insufficient_inventory
}

function quotedOption(option: PricedOption, currency: string): QuotedOption {
  return {
    id: option.id,
    title: option.name,
    description: descriptionOf(option),
    amount: toMinorUnits(option.calculated_price.calculated_amount, currency),
  }
}

/**
 * The shipping profiles of the lines that require shipping; undefined for a line without a profile, which no option
 * delivers.
 */
function profilesIn({ items }: ProfiledCart): (string | undefined)[] {
  const delivered = items.filter(({ requires_shipping }) => requires_shipping)
  return delivered.map(({ variant }) => variant?.product?.shipping_profile?.id)
}

/** The option type's description, unless it only repeats the title. */
function descriptionOf({ name, type }: ListedOption): string | null {
  const text = type?.description?.trim()
  return text && text !== name ? text : null
}

function distinct(title: string, before: readonly string[]): string {
  const duplicates = before.filter((one) => one === title).length
  return duplicates ? `${title} (${duplicates + 1})` : title
}
