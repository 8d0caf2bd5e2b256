import type { MedusaContainer } from "@medusajs/framework/types"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { hasPersonalData } from "../../queries/customer/has-personal-data"
import { personalData } from "../../queries/customer/personal-data"
import { findPerson } from "../../queries/customer/persons"
import { executeErasure } from "./erase-customer"

/**
 * Erases the data of a customer whom Medusa has deleted. An erasure with an obstacle waits until the obstacle is gone.
 * Safe to repeat: after an earlier erasure, only data that the customer left since then causes another one.
 */
export async function requestErasure(container: MedusaContainer, customer_id: string): Promise<void> {
  const { erasures } = container.resolve<PolicyService>(POLICY_MODULE)
  const known = await erasures.newest({ customer_id, email: null })
  const person = await findPerson(container, { customer_id }, known?.email)
  if (known && !known.done_at) return void (await executeErasure(container, known.id))
  if (known && !(person && (await hasPersonalData(container, person, await personalData(container, person)))))
    return
  const subject = { customer_id, email: person?.email ?? null }
  const { id } = await erasures.begin(subject, { reason: "The customer was deleted.", by: null }, known)
  await executeErasure(container, id)
}
