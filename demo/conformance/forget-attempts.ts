import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/**
 * Resets the counters of the authorization server's limits by network address and login. No setting changes these
 * limits, because they protect every store.
 */
export async function forgetAttempts(container: MedusaContainer): Promise<{ forgotten: number }> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  return { forgotten: await knex("gw_oauth_attempt").del() }
}
