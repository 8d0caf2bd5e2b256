import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  PAYMENT_PROVIDER_ID,
  AMOUNT_ROUTES,
  type AmountRoute,
  type ConfiguredRoute,
  routeAt,
} from "../../domain/payment-route"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"

/** Where an amount in a currency is paid. */
export interface AmountPlace {
  readonly region_id: string
  readonly route: ConfiguredRoute<AmountRoute>
}

/** The store's bank, also if the merchant has named only other routes. */
const BANK: ConfiguredRoute<"bank"> = { provider: PAYMENT_PROVIDER_ID, route: "bank" }

/** A region with this currency (uppercase), and the route that takes payments there. Undefined if there is none. */
export async function amountPlaceFor(
  container: MedusaContainer,
  currency: string
): Promise<AmountPlace | undefined> {
  const { options, hasBank } = container.resolve<BankService>(BANK_MODULE)
  const routes = [...options.payment_routes, ...(hasBank ? [BANK] : [])]
  for (const { id: region_id, payment_providers = [] } of await regionsWith(container, currency)) {
    const providers = payment_providers.flatMap((provider) => provider?.id ?? [])
    const route = routeAt(routes, { region_id, currency, providers }, AMOUNT_ROUTES)
    if (route) return { region_id, route }
  }
  return undefined
}

/**
 * The id of a region with this currency (uppercase) that uses the gateway's payment provider. Undefined if
 * there is none.
 */
export async function regionForPayment(
  container: MedusaContainer,
  currency: string
): Promise<string | undefined> {
  const offers = ({ payment_providers }: Region) =>
    payment_providers?.some((provider) => provider?.id === PAYMENT_PROVIDER_ID)
  return (await regionsWith(container, currency)).find(offers)?.id
}

interface Region {
  readonly id: string
  readonly payment_providers?: ({ id: string } | null)[]
}

async function regionsWith(container: MedusaContainer, currency: string): Promise<readonly Region[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "region",
    fields: ["id", "payment_providers.id"],
    filters: { currency_code: currency.toLowerCase() },
  })
  return data
}
