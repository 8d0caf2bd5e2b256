import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { listShippingOptionsForCartWithPricingWorkflow } from "@medusajs/medusa/core-flows"
import { nearestMinor } from "../../domain/money"
import type { QuotedOption } from "../../modules/agent/models/session"

/** The part of Medusa's shipping options that is told. */
interface ShippingOption {
  readonly id: string
  readonly name: string
  readonly shipping_profile_id: string
  readonly insufficient_inventory?: boolean
  readonly calculated_price?: {
    readonly calculated_amount: Parameters<typeof MathBN.convert>[0] | null
  } | null
  readonly type?: { readonly label?: string; readonly description?: string } | null
}

interface ProfiledItem {
  readonly requires_shipping: boolean
  readonly variant?: {
    readonly product?: { readonly shipping_profile?: { readonly id: string } | null } | null
  } | null
}

/**
 * The ways in which all of a cart can be delivered to its address, the cheapest first; their titles differ (UCP:
 * Fulfillment). What Medusa would not complete the cart with is none of them.
 */
export async function deliveryOptions(
  container: MedusaContainer,
  cart_id: string,
  currency: string
): Promise<QuotedOption[]> {
  const { result } = await listShippingOptionsForCartWithPricingWorkflow(container).run({
    input: { cart_id, is_return: false, enabled_in_store: true },
  })
  const profiles = await profilesIn(container, cart_id)
  const priced = (result as ShippingOption[]).flatMap((option): QuotedOption[] => {
    const amount = option.calculated_price?.calculated_amount
    if (amount == null || option.insufficient_inventory) return []
    if (profiles.some((profile) => profile !== option.shipping_profile_id)) return []
    const minor = nearestMinor(MathBN.convert(amount).toFixed(), currency)
    return [{ id: option.id, title: option.name, description: descriptionOf(option), amount: minor }]
  })
  const sorted = priced.sort((a, b) => a.amount - b.amount || (a.id < b.id ? -1 : 1))
  return sorted.map((option, n) => ({ ...option, title: distinct(option.title, sorted.slice(0, n)) }))
}

/** The shipping profiles of what has to be delivered; undefined for what has none, which nothing delivers. */
async function profilesIn(container: MedusaContainer, cart_id: string): Promise<(string | undefined)[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const fields = ["items.requires_shipping", "items.variant.product.shipping_profile.id"]
  const { data } = await query.graph({ entity: "cart", fields, filters: { id: cart_id } })
  const { items } = data[0] as unknown as { items: readonly ProfiledItem[] }
  const delivered = items.filter(({ requires_shipping }) => requires_shipping)
  return delivered.map(({ variant }) => variant?.product?.shipping_profile?.id)
}

/** Told only when it says more than the title. */
function descriptionOf({ name, type }: ShippingOption): string | null {
  const text = type?.description?.trim()
  return text && text !== name ? text : null
}

function distinct(title: string, before: readonly QuotedOption[]): string {
  const alike = before.filter((one) => one.title === title).length
  return alike ? `${title} (${alike + 1})` : title
}
