import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POLICY_MODULE } from "../modules/policy"
import type { Erasure } from "../modules/policy/models/erasure"
import type PolicyService from "../modules/policy/service"
import { carryOutErasure, eraseAgain } from "../workflows/customer/erase-customer"

const BATCH = 100

/**
 * Finishes erasures a crash has cut short or that have had to wait for a payment, and looks once more at those that were
 * done some minutes ago. Safe on any number of instances.
 */
export default async function finishErasures(container: MedusaContainer): Promise<void> {
  const { erasures } = container.resolve<PolicyService>(POLICY_MODULE)
  for (const erasure of await erasures.due(BATCH)) await attempt(container, erasure)
}

/** One's trouble is its own. */
async function attempt(container: MedusaContainer, erasure: Erasure): Promise<void> {
  try {
    if (erasure.done_at) await eraseAgain(container, erasure)
    else await carryOutErasure(container, erasure.id)
  } catch (error) {
    const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
    logger.warn(`erasure ${erasure.id} is not finished: ${(error as Error).message}`)
  }
}

export const config = { name: "gw-finish-erasures", schedule: "*/30 * * * * *" }
