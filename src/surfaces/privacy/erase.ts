import type { MedusaContainer } from "@medusajs/framework/types"
import { type Obstacle, sentenceOf } from "../../domain/obstacle"
import { POLICY_MODULE } from "../../modules/policy"
import type { ErasureRequest } from "../../modules/policy/erasures"
import { type Erasure, toldErasure } from "../../modules/policy/models/erasure"
import type PolicyService from "../../modules/policy/service"
import { isAnythingHeld } from "../../queries/is-anything-held"
import { personalData } from "../../queries/personal-data"
import { type PersonName, personNamed } from "../../queries/persons"
import { carryOutErasure, obstacleTo } from "../../workflows/customer/erase-customer"
import { nameIn } from "./names"

/** What is in the way of an erasure, with a sentence about it. */
export type ToldObstacle = Obstacle & { readonly message: string }

/** What came of the wish to erase somebody's data: it is refused, and why, or it is done, or waits. */
export type ErasureAnswer = { readonly refused: ToldObstacle } | { readonly erasure: object }

/**
 * Erases what says who somebody is from everything we hold; the money stays. Undefined for somebody nobody knows. Refused
 * while a payment of his is not settled, or must be looked at. Asked again, it is answered alike, unless there is
 * something to erase again. The wish is written down first: what a crash cuts short is finished by a job.
 */
export async function eraseCustomer(
  container: MedusaContainer,
  name: PersonName,
  { reason, by }: ErasureRequest
): Promise<ErasureAnswer | undefined> {
  const { erasures } = container.resolve<PolicyService>(POLICY_MODULE)
  const subject = nameIn(name)
  const newest = await erasures.newest(subject)
  const person = await personNamed(container, name, newest?.email)
  if (!person) return newest && { erasure: told(await finished(container, newest)) }
  const data = await personalData(container, person)
  const isHeld = await isAnythingHeld(container, person, data)
  if (newest && (!newest.done_at || !isHeld)) return { erasure: told(await finished(container, newest)) }
  const refused = await obstacleTo(container, person, data)
  if (refused) return { refused: toldObstacle(refused) }
  if (!isHeld && !person.customer_ids.length) return undefined
  const written = { reason: withoutName(reason, person.email), by }
  const begun = await erasures.begin({ ...subject, email: person.email }, written, newest)
  return { erasure: told(await finished(container, begun)) }
}

async function finished(container: MedusaContainer, erasure: Erasure): Promise<Erasure> {
  return erasure.done_at ? erasure : carryOutErasure(container, erasure.id)
}

/** What is in the way of erasing somebody now; null for nothing, undefined for somebody nobody knows. */
export async function erasureObstacle(
  container: MedusaContainer,
  name: PersonName
): Promise<ToldObstacle | null | undefined> {
  const person = await personNamed(container, name)
  if (!person) return undefined
  const obstacle = await obstacleTo(container, person, await personalData(container, person))
  return obstacle ? toldObstacle(obstacle) : null
}

const toldObstacle = (obstacle: Obstacle): ToldObstacle => ({ ...obstacle, message: sentenceOf(obstacle) })

const told = (erasure: Erasure) => ({
  ...toldErasure(erasure),
  obstacle: erasure.obstacle && toldObstacle(erasure.obstacle),
})

/** The audit keeps the reason, and nobody's address. */
function withoutName(reason: string, email: string | null): string {
  const literally = email?.replace(/[^a-z0-9]/g, "\\$&")
  return literally ? reason.replace(new RegExp(literally, "gi"), "[erased]") : reason
}
