import { problem } from "../../../domain/errors"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import { type Call, callerOf } from "../../../gateway/call"
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

/** Every skill. Dispatch and the scope check are derived from this list, the Agent Card from those that are offered. */
export const SKILLS: readonly AnySkill[] = [
  queryPaymentStatus,
  listPayments,
  createPayment,
  capturePayment,
  refundPayment,
  tokenizeCard,
  recurrentCharge,
]

/**
 * The skills that one of the store's payment routes supports, at any of its bank accounts, and those that change nothing.
 */
export function offeredSkills({ container }: Pick<Call, "container">): readonly AnySkill[] {
  const bank = container.resolve<BankService>(BANK_MODULE)
  return SKILLS.filter(
    (skill) =>
      "answer" in skill ||
      bank.offeredCapabilities.some((capabilities) => skill.isSupported?.(capabilities) ?? true)
  )
}

/** The offered skills that these scopes allow. */
export function skillsWithin(scopes: readonly string[], store: Pick<Call, "container">): AnySkill[] {
  return offeredSkills(store).filter(({ access }) => allows(scopes, access))
}

/** The offered skills that the token of the call may invoke. */
export const skillsFor = (call: Call): AnySkill[] => skillsWithin(callerOf(call).scopes, call)

/**
 * Throws `no_payment_route` for a skill that needs a payment route in a store without one, and `invalid_state` for a skill
 * that no route of the store supports.
 */
export function checkOffered(skill: AnySkill, call: Pick<Call, "container">): void {
  if (offeredSkills(call).some(({ id }) => id === skill.id)) return
  if (call.container.resolve<BankService>(BANK_MODULE).amountRoutes.length)
    throw problem("invalid_state", { skill_id: skill.id }, UNSUPPORTED)
  throw problem("no_payment_route", { skill_id: skill.id }, NO_BANK)
}

const UNSUPPORTED = "The store does not support this skill. The Agent Card lists those that it supports."

const NO_BANK =
  "The store has no bank for card payments. Buy in a checkout of UCP or ACP, if the store offers one."

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
