import type { Bank } from "./bank"
import { behaviorOf, cardFacts, declinesAmount, quirkOf, type TypedCard } from "./cards"
import type { DeclineCode } from "./declines"
import type { PaymentStatus } from "./payment"
import type { ScaSession, UsedCard, Visit } from "./records"
import { abandonPayment, approvePayment, declinePayment, markPaymentProcessing } from "./settle-payment"
import { abandonToken, activateToken, refuseToken } from "./settle-token"
import type { Token } from "./token"

/** The correct challenge code for every customer. */
export const CHALLENGE_CODE = "123456"

const MAX_TRIES = 3

/** The ways in which a customer can end the challenge. */
export type ScaAction = "approve" | "decline" | "cancel" | "timeout"

const RESULTS: Partial<Record<PaymentStatus, string>> = {
  declined: "declined",
  canceled: "canceled",
  expired: "timeout",
}

/** The customer has arrived with the required form. */
export function enter(bank: Bank, visit: Visit): void {
  updateSession(bank, visit, { stage: "card" })
}

/** Submits a card: the session ends at once, or continues with the challenge. */
export function submitCard(bank: Bank, visit: Visit, typed: TypedCard): Visit {
  const card = { facts: cardFacts(typed), quirk: quirkOf(typed) }
  const behavior = behaviorOf(typed, bank.clock.now())
  if (behavior.kind === "decline") decline(bank, visit, card, { code: behavior.code, challenge: false })
  else if (behavior.kind === "issuer_unavailable") awaitIssuer(bank, visit, card)
  else if (!behavior.challenge) authorize(bank, visit, card, false)
  else updateSession(bank, visit, { stage: "challenge", card })
  return again(bank, visit)
}

/** Ends the challenge as the customer chose; `card` is the session's card. */
export function finishChallenge(
  bank: Bank,
  visit: Visit,
  card: UsedCard,
  action: "approve" | "decline"
): Visit {
  if (action === "approve") authorize(bank, visit, card, true)
  else decline(bank, visit, card, { code: "sca_failed", challenge: true })
  return again(bank, visit)
}

/** The customer leaves: `cancel` on purpose, `timeout` as if the page expired now. */
export function leave(bank: Bank, visit: Visit, action: "cancel" | "timeout"): Visit {
  const how = action === "cancel" ? "canceled" : "expired"
  if ("token" in visit) abandonToken(bank, visit, how)
  else abandonPayment(bank, visit, how)
  return again(bank, visit)
}

/** Counts a wrong code. The third one declines the payment. */
export function countWrongCode(bank: Bank, visit: Visit, card: UsedCard): Visit {
  const tries = visit.session.tries + 1
  if (tries >= MAX_TRIES) return finishChallenge(bank, visit, card, "decline")
  updateSession(bank, visit, { tries })
  return again(bank, visit)
}

/** How many attempts at the code the customer has left. */
export function triesLeft({ session }: Visit): number {
  return MAX_TRIES - session.tries
}

/** The current status of the payment or token. */
export function statusOf(visit: Visit): string {
  return "token" in visit ? visit.token.status : visit.payment.status
}

/** The merchant's return_url with the payment (or token) and its result added. The existing query stays unchanged. */
export function returnUrl(visit: Visit): string {
  const { return_url } = visit.session
  const ours = new URLSearchParams(
    "token" in visit
      ? { gwb_token: visit.token.id, gwb_result: tokenResult(visit.token) }
      : { gwb_payment: visit.payment.id, gwb_result: RESULTS[visit.payment.status] ?? "approved" }
  )
  const glue = !return_url.includes("?") ? "?" : /[?&]$/.test(return_url) ? "" : "&"
  return return_url + glue + ours.toString()
}

function tokenResult({ status, decline }: Token): string {
  if (status === "expired") return "timeout"
  if (status === "active") return "approved"
  return status === "revoked" || decline?.code === "sca_abandoned" ? "canceled" : "declined"
}

function authorize(bank: Bank, visit: Visit, card: UsedCard, challenge: boolean): void {
  if ("token" in visit) activateToken(bank, visit, card)
  else if (declinesAmount(visit.payment.amount))
    declinePayment(bank, visit, card, { code: "insufficient_funds", challenge })
  else approvePayment(bank, visit, card, challenge)
}

function decline(
  bank: Bank,
  visit: Visit,
  card: UsedCard,
  why: { code: DeclineCode; challenge: boolean }
): void {
  if ("token" in visit) refuseToken(bank, visit, card, why.code)
  else declinePayment(bank, visit, card, why)
}

// A payment can stay open until the issuer responds; saving a card cannot.
function awaitIssuer(bank: Bank, visit: Visit, card: UsedCard): void {
  if ("token" in visit) refuseToken(bank, visit, card, "issuer_unavailable")
  else markPaymentProcessing(bank, visit, card)
}

function updateSession(bank: Bank, visit: Visit, patch: Partial<ScaSession>): void {
  const session = { ...visit.session, ...patch }
  if ("token" in visit) bank.ledger.commit([{ kind: "token", record: { ...visit, session } }])
  else bank.ledger.commit([{ kind: "payment", record: { ...visit, session } }])
}

function again(bank: Bank, visit: Visit): Visit {
  return bank.ledger.bySession(visit.session.id) ?? visit
}
