import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { PAYMENT_PROVIDER_ID } from "../../providers/payment-bank/id"

/**
 * The id of a region with this currency (uppercase) that uses the gateway's payment provider. Undefined if
 * there is none.
 */
export async function regionForPayment(
  container: MedusaContainer,
  currency: string
): Promise<string | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: regions } = await query.graph({
    entity: "region",
    fields: ["id", "payment_providers.id"],
    filters: { currency_code: currency.toLowerCase() },
  })
  const offers = (region: { payment_providers?: ({ id: string } | null)[] }) =>
    region.payment_providers?.some((provider) => provider?.id === PAYMENT_PROVIDER_ID)
  return regions.find(offers)?.id
}
