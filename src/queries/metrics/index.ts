import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Metric } from "../../domain/exposition"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { alertMetrics } from "./alerts"
import { paymentMetrics } from "./payments"
import { pendingMetrics } from "./pending"
import { PENDING_WORK } from "./pending-work"
import { storefrontMetrics } from "./storefront"
import { unpaidMetrics } from "./unpaid"

/** The metrics from the database. They are the same on every instance of a store. */
export async function storedMetrics(container: MedusaContainer): Promise<Metric[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const metrics = [
    ...(await paymentMetrics(knex)),
    ...(await alertMetrics(knex)),
    ...(await unpaidMetrics(knex)),
    ...(await storefrontMetrics(knex)),
  ]
  const { accounts } = container.resolve<BankService>(BANK_MODULE)
  // One after the other, so that a scrape uses a single database connection.
  for (const waiting of PENDING_WORK) metrics.push(...(await pendingMetrics(knex, waiting, accounts.names)))
  return metrics
}
