import { problem } from "../../../domain/errors"
import { nearest } from "../../../domain/nearest"
import { allows } from "../../../domain/scopes"
import type { AnySkill } from "../skill"
import { capturePayment } from "./capture-payment"
import { createPayment } from "./create-payment"
import { listPayments } from "./list-payments"
import { queryPaymentStatus } from "./query-payment-status"
import { recurrentCharge } from "./recurrent-charge"
import { refundPayment } from "./refund-payment"
import { tokenizeCard } from "./tokenize-card"

export type { AnySkill }

/** Every skill. The Agent Card, dispatch and the scope check are derived from this list. */
export const SKILLS: readonly AnySkill[] = [
  queryPaymentStatus,
  listPayments,
  createPayment,
  capturePayment,
  refundPayment,
  tokenizeCard,
  recurrentCharge,
]

/** The skills a token with these scopes may invoke. */
export function skillsFor(scopes: readonly string[]): AnySkill[] {
  return SKILLS.filter(({ access }) => allows(scopes, access))
}

/** The skill with this id. Throws `invalid_params`, with a list of the existing skills and the nearest of them. */
export function skillOf(id: string): AnySkill {
  const skill = SKILLS.find((candidate) => candidate.id === id)
  if (skill) return skill
  const known = SKILLS.map((candidate) => candidate.id)
  const meant = nearest(id, known)
  const got = JSON.stringify(id.slice(0, 100))
  const message = `must be one of the skills ${known.join(", ")} (got ${got}${meant ? `; did you mean ${meant}?` : ""})`
  throw problem("invalid_params", { issues: [{ path: "skill_id", message }] })
}
