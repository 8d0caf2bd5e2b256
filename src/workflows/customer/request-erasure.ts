import type { MedusaContainer } from "@medusajs/framework/types"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { findPerson } from "../../queries/customer/persons"
import { executeErasure } from "./erase-customer"

/**
 * Erases the data of a customer whom Medusa has deleted. An erasure with an obstacle waits until the obstacle is gone.
 * Safe to repeat: no new data can appear under a deleted customer id, so an erasure that is done is not repeated.
 */
export async function requestErasure(container: MedusaContainer, customer_id: string): Promise<void> {
  const { erasures } = container.resolve<PolicyService>(POLICY_MODULE)
  const known = await erasures.newest({ customer_id, email: null })
  if (known?.done_at) return
  const person = await findPerson(container, { customer_id })
  const subject = { customer_id, email: person?.email ?? null }
  const { id } = known ?? (await erasures.begin(subject, { reason: "The customer was deleted.", by: null }))
  await executeErasure(container, id)
}
