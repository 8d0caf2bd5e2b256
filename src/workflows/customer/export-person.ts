import type { MedusaContainer } from "@medusajs/framework/types"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { customerExport } from "../../queries/customer/customer-export"
import { hasPersonalData } from "../../queries/customer/has-personal-data"
import { personalData } from "../../queries/customer/personal-data"
import { type PersonIdentifier, findPerson } from "../../queries/customer/persons"
import { subjectOf } from "./erasure-subject"

/**
 * Exports all data that we hold of a person as one document, and adds an audit log entry with the recipient. After an
 * erasure the document contains only the erasure. Undefined for an unknown person.
 */
export async function exportCustomer(
  container: MedusaContainer,
  identifier: PersonIdentifier,
  by: string
): Promise<object | undefined> {
  const { erasures, audit } = container.resolve<PolicyService>(POLICY_MODULE)
  const subject = subjectOf(identifier)
  const list = await erasures.list(subject)
  const known = await findPerson(container, identifier)
  const person = known ?? (list.length ? { customer_ids: [], email: null } : undefined)
  if (!person) return undefined
  const isKnown = list.length > 0 || person.customer_ids.length > 0
  if (!isKnown && !(await hasPersonalData(container, person, await personalData(container, person))))
    return undefined
  const customer = { id: subject.customer_id, email: subject.email }
  const held = await customerExport(container, person, list)
  await audit.exported(erasures.nameOf(subject), by)
  return { exported_at: new Date(), customer, ...held }
}
