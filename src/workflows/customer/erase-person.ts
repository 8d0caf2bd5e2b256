import type { MedusaContainer } from "@medusajs/framework/types"
import { type Obstacle, sentenceOf } from "../../domain/obstacle"
import { POLICY_MODULE } from "../../modules/policy"
import type { ErasureRequest } from "../../modules/policy/erasures"
import { type Erasure, shownErasure } from "../../modules/policy/models/erasure"
import type PolicyService from "../../modules/policy/service"
import { hasPersonalData } from "../../queries/customer/has-personal-data"
import { personalData } from "../../queries/customer/personal-data"
import { type PersonIdentifier, findPerson } from "../../queries/customer/persons"
import { executeErasure, obstacleTo } from "./erase-customer"
import { subjectOf } from "./erasure-subject"

/** An obstacle to an erasure, with a sentence that describes it. */
export type ShownObstacle = Obstacle & { readonly message: string }

/** The result of an erasure request: refused because of an obstacle, or the erasure, which is done or waits. */
export type ErasureAnswer = { readonly refused: ShownObstacle } | { readonly erasure: object }

/**
 * Erases a person's identifying data from everything we store; amounts and payments stay. Undefined when we hold
 * nothing of the person. Refused while one of their payments is unsettled or needs review. A repeated request returns
 * the same erasure, unless there is new data to erase. The request is stored first, so that a job can finish what a
 * crash interrupts.
 */
export async function eraseCustomer(
  container: MedusaContainer,
  identifier: PersonIdentifier,
  { reason, by }: ErasureRequest
): Promise<ErasureAnswer | undefined> {
  const { erasures } = container.resolve<PolicyService>(POLICY_MODULE)
  const subject = subjectOf(identifier)
  const newest = await erasures.newest(subject)
  const person = await findPerson(container, identifier, newest?.email)
  if (!person) return newest && { erasure: erasureView(await finished(container, newest)) }
  const data = await personalData(container, person)
  const hasData = await hasPersonalData(container, person, data)
  if (newest && (!newest.done_at || !hasData))
    return { erasure: erasureView(await finished(container, newest)) }
  const refused = await obstacleTo(container, person, data)
  if (refused) return { refused: shownObstacle(refused) }
  if (!hasData && !person.customer_ids.length) return undefined
  const request = { reason: withoutEmail(reason, person.email), by }
  const begun = await erasures.begin({ ...subject, email: person.email }, request, newest)
  return { erasure: erasureView(await finished(container, begun)) }
}

async function finished(container: MedusaContainer, erasure: Erasure): Promise<Erasure> {
  return erasure.done_at ? erasure : executeErasure(container, erasure.id)
}

/** The obstacle to erasing a person now; null when there is none, undefined for an unknown person. */
export async function erasureObstacle(
  container: MedusaContainer,
  identifier: PersonIdentifier
): Promise<ShownObstacle | null | undefined> {
  const person = await findPerson(container, identifier)
  if (!person) return undefined
  const obstacle = await obstacleTo(container, person, await personalData(container, person))
  return obstacle ? shownObstacle(obstacle) : null
}

const shownObstacle = (obstacle: Obstacle): ShownObstacle => ({ ...obstacle, message: sentenceOf(obstacle) })

const erasureView = (erasure: Erasure) => ({
  ...shownErasure(erasure),
  obstacle: erasure.obstacle && shownObstacle(erasure.obstacle),
})

/** Removes the person's email address from the reason, because the audit log keeps the reason. */
function withoutEmail(reason: string, email: string | null): string {
  const escaped = email?.replace(/[^a-z0-9]/g, "\\$&")
  return escaped ? reason.replace(new RegExp(escaped, "gi"), "[erased]") : reason
}
