import type { Bank } from "./bank"
import { behaviourOf, cardFacts, declinesAmount, type CardFacts, type TypedCard } from "./cards"
import type { PaymentStatus } from "./payment"
import type { PaymentRecord } from "./records"
import { settleAbandoned, settleApproved, settleDeclined, settleLater } from "./settle-payment"

/** The code every shopper of this bank gets. */
export const CHALLENGE_CODE = "123456"

const MAX_TRIES = 3

/** How a shopper may end the challenge. */
export type ScaAction = "approve" | "decline" | "cancel" | "timeout"

const RESULTS: Partial<Record<PaymentStatus, string>> = {
  declined: "declined",
  canceled: "canceled",
  expired: "timeout",
}

/** Takes a card: the payment is settled at once, or the session moves on to the challenge. */
export function submitCard(bank: Bank, record: PaymentRecord, card: TypedCard): PaymentRecord {
  const facts = cardFacts(card)
  const behaviour = behaviourOf(card, bank.clock.now())
  if (behaviour.kind === "decline")
    return settleDeclined(bank, record, facts, { code: behaviour.code, challenge: false })
  if (behaviour.kind === "issuer_unavailable") return settleLater(bank, record, facts)
  if (!behaviour.challenge) return authorise(bank, record, facts, false)
  return updateSession(bank, record, { stage: "challenge", card: facts })
}

/** Ends the challenge as the shopper chose; `card` is the one the session holds. */
export function finishChallenge(
  bank: Bank,
  record: PaymentRecord,
  card: CardFacts,
  action: "approve" | "decline"
): PaymentRecord {
  if (action === "approve") return authorise(bank, record, card, true)
  return settleDeclined(bank, record, card, { code: "sca_failed", challenge: true })
}

/** The shopper leaves: `cancel` on purpose, `timeout` as if the page's time had run out this instant. */
export function leave(bank: Bank, record: PaymentRecord, action: "cancel" | "timeout"): PaymentRecord {
  return settleAbandoned(bank, record, action === "cancel" ? "canceled" : "expired")
}

/** Counts a wrong code; the third one declines the payment. */
export function countWrongCode(bank: Bank, record: PaymentRecord, card: CardFacts): PaymentRecord {
  const tries = record.session.tries + 1
  if (tries >= MAX_TRIES) return finishChallenge(bank, record, card, "decline")
  return updateSession(bank, record, { tries })
}

/** Wrong codes the shopper may still enter. */
export function triesLeft({ session }: PaymentRecord): number {
  return MAX_TRIES - session.tries
}

/** The shop's return_url with the payment and its result added; the shop's own query is left as it was. */
export function returnUrl({ payment, input }: PaymentRecord): string {
  const result = RESULTS[payment.status] ?? "approved"
  const ours = new URLSearchParams({ gwb_payment: payment.id, gwb_result: result })
  const glue = !input.return_url.includes("?") ? "?" : /[?&]$/.test(input.return_url) ? "" : "&"
  return input.return_url + glue + ours.toString()
}

function authorise(bank: Bank, record: PaymentRecord, card: CardFacts, challenge: boolean): PaymentRecord {
  if (!declinesAmount(record.payment.amount)) return settleApproved(bank, record, card, challenge)
  return settleDeclined(bank, record, card, { code: "insufficient_funds", challenge })
}

function updateSession(
  bank: Bank,
  record: PaymentRecord,
  patch: Partial<PaymentRecord["session"]>
): PaymentRecord {
  const updated = { ...record, session: { ...record.session, ...patch } }
  bank.ledger.commit([{ kind: "payment", record: updated }])
  return updated
}
