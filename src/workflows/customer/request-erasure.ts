import type { MedusaContainer } from "@medusajs/framework/types"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { personNamed } from "../../queries/persons"
import { carryOutErasure } from "./erase-customer"

/**
 * Has a customer forgotten whom Medusa has deleted. Nobody can refuse that: an erasure that something is in the way of
 * waits for its end. Safe to repeat: one that is done stays, because nobody comes to have data under a deleted id.
 */
export async function requestErasure(container: MedusaContainer, customer_id: string): Promise<void> {
  const { erasures } = container.resolve<PolicyService>(POLICY_MODULE)
  const known = await erasures.newest({ customer_id, email: null })
  if (known?.done_at) return
  const person = await personNamed(container, { customer_id })
  const subject = { customer_id, email: person?.email ?? null }
  const { id } = known ?? (await erasures.begin(subject, { reason: "The customer was deleted.", by: null }))
  await carryOutErasure(container, id)
}
