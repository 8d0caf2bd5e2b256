import type { Knex } from "@medusajs/framework/mikro-orm/knex"
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
  for (const { id: region_id, providers } of await regionsWith(container, currency)) {
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
  const regions = await regionsWith(container, currency)
  return regions.find(({ providers }) => providers.includes(PAYMENT_PROVIDER_ID))?.id
}

interface Region {
  readonly id: string
  readonly providers: readonly string[]
}

async function regionsWith(container: MedusaContainer, currency: string): Promise<readonly Region[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: Region[] }>(
    `select r.id, array(select p.payment_provider_id from region_payment_provider p
                         where p.region_id = r.id and p.deleted_at is null) as providers
       from region r where r.currency_code = lower(:currency) and r.deleted_at is null order by r.id`,
    { currency }
  )
  return rows
}
