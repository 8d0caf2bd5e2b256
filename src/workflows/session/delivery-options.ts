import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { listShippingOptionsForCartWithPricingWorkflow } from "@medusajs/medusa/core-flows"
import { nearestMinor } from "../../domain/money"
import type { QuotedOption } from "../../modules/agent/models/session"

/** The part of Medusa's shipping options that is told. */
interface ShippingOption {
  readonly id: string
  readonly name: string
  readonly insufficient_inventory?: boolean
  readonly calculated_price?: {
    readonly calculated_amount: Parameters<typeof MathBN.convert>[0] | null
  } | null
  readonly type?: { readonly label?: string; readonly description?: string } | null
}

/** The ways in which a cart can be delivered to its address, the cheapest first; their titles differ (UCP: Fulfillment). */
export async function deliveryOptions(
  container: MedusaContainer,
  cart_id: string,
  currency: string
): Promise<QuotedOption[]> {
  const { result } = await listShippingOptionsForCartWithPricingWorkflow(container).run({
    input: { cart_id, is_return: false, enabled_in_store: true },
  })
  const priced = (result as ShippingOption[]).flatMap((option): QuotedOption[] => {
    const amount = option.calculated_price?.calculated_amount
    if (amount == null || option.insufficient_inventory) return []
    const minor = nearestMinor(MathBN.convert(amount).toFixed(), currency)
    return [{ id: option.id, title: option.name, description: descriptionOf(option), amount: minor }]
  })
  const sorted = priced.sort((a, b) => a.amount - b.amount || (a.id < b.id ? -1 : 1))
  return sorted.map((option, n) => ({ ...option, title: distinct(option.title, sorted.slice(0, n)) }))
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
