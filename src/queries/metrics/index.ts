import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Metric } from "../../domain/exposition"
import { alertMetrics } from "./alerts"
import { paymentMetrics } from "./payments"
import { waitingMetrics } from "./waiting"
import { WAITINGS } from "./waitings"

/** What the database knows of payments and of whatever waits: the same at every instance of a store. */
export async function storedMetrics(container: MedusaContainer): Promise<Metric[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const metrics = [...(await paymentMetrics(knex)), ...(await alertMetrics(knex))]
  // One after the other: a scrape takes one of the store's connections, and not nine.
  for (const waiting of WAITINGS) metrics.push(...(await waitingMetrics(knex, waiting)))
  return metrics
}
