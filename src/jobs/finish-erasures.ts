import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POLICY_MODULE } from "../modules/policy"
import type { Erasure } from "../modules/policy/models/erasure"
import type PolicyService from "../modules/policy/service"
import { executeErasure, eraseAgain } from "../workflows/customer/erase-customer"

const BATCH = 100

/**
 * Finishes erasures that were interrupted or waited for a payment, and checks those done some minutes ago
 * again. Safe on any number of instances.
 */
export default async function finishErasures(container: MedusaContainer): Promise<void> {
  const { erasures } = container.resolve<PolicyService>(POLICY_MODULE)
  for (const erasure of await erasures.due(BATCH)) await attempt(container, erasure)
}

/** A failed erasure does not stop the others. */
async function attempt(container: MedusaContainer, erasure: Erasure): Promise<void> {
  try {
    if (erasure.done_at) await eraseAgain(container, erasure)
    else await executeErasure(container, erasure.id)
  } catch (error) {
    const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
    logger.warn(`erasure ${erasure.id} is not finished: ${(error as Error).message}`)
  }
}

export const config = { name: "gw-finish-erasures", schedule: "*/30 * * * * *" }
