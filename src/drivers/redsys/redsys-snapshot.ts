import { type Decline, endedUnpaid, type Intent } from "../../domain/settlement"
import type {
  BankCapture,
  BankRefund,
  PaymentSnapshot,
  StoredMovement,
  StoredPayment,
  UnfinishedCall,
} from "../driver"
import type { RedsysOperation } from "./operation"
import { isApproved, withConfirmed } from "./confirmed-operations"
import { orderNumberOf } from "./order-number"
import type { OperationState, QueriedOperation } from "./redsys-query"
import { ofSavedCard, type Outcome, outcomeOfCode } from "./response-codes"
import { TRANSACTION_TYPES } from "./transaction-types"

/** What the store has stored about a payment. Redsys returns no reference for captures and refunds. */
export type RecordedPayment = Pick<
  StoredPayment,
  "merchant_reference" | "intent" | "bank_token_id" | "operations" | "movements"
>

/** The result of the payment, if Redsys has reported it: the query contains neither the card nor its identifier. */
export type ReportedPayment = Pick<RedsysOperation, "card" | "identifier" | "network_transaction_id">

/**
 * The state of a payment, from all operations of its order in any order. With a reported saved card its version is
 * higher by one than without, so that the card is stored although the query was faster. Its amount and currency are
 * those at Redsys. A capture or refund keeps the reference under which the store recorded it. A new one gets that of a stored operation with
 * the same amount that was not refused; without one, it is bank-initiated. A call that Redsys has not finished counts as
 * executed if the store has recorded that. Undefined if no operation opened the payment.
 */
export function snapshotOf(
  recorded: RecordedPayment,
  queried: readonly QueriedOperation[],
  reported?: ReportedPayment
): PaymentSnapshot | undefined {
  const operations = withConfirmed(queried, recorded)
  const opening = openingOf(operations, recorded.intent)
  if (!opening) return undefined
  const order = orderNumberOf(recorded.merchant_reference)
  const captures = opening.isApproved ? capturesOf(recorded, operations, opening.operation) : []
  const refunds = movementsOf(recorded, operations, "refund")
  const saved = opening.isApproved ? savedCardIn(reported) : null
  const isCharge = recorded.bank_token_id !== null
  const unfinished = unfinishedIn(operations)
  const status = statusOf(opening.operation, {
    isCharge,
    isCaptured: captures.length > 0,
    isVoided: isVoided(operations),
  })
  return {
    id: order,
    version: versionOf(operations) + Number(saved !== null),
    merchant_reference: recorded.merchant_reference,
    intent: recorded.intent,
    ...status,
    ...(!isCharge && endedUnpaid(status.status) && { may_be_paid_later: true }),
    ...(unfinished.length > 0 && { unfinished }),
    amount: opening.operation.amount,
    currency: opening.operation.currency,
    amounts: { captured: sumOf(captures), refunded: sumOf(refunds) },
    captures,
    refunds: refunds.map((refund): BankRefund => ({ ...refund, status: "succeeded" })),
    next_action: null,
    card: reported?.card ?? null,
    token_id: recorded.bank_token_id ?? saved?.identifier ?? null,
    network_transaction_id: saved?.network_transaction_id ?? null,
  }
}

/** The card that was saved with the payment. Without both of its references, no charge of it could be made. */
function savedCardIn(reported: ReportedPayment | undefined) {
  const { identifier, network_transaction_id } = reported ?? {}
  return identifier && network_transaction_id ? { identifier, network_transaction_id } : null
}

/** The state right after one operation, the first one of its order. Undefined if it opens no such payment. */
export function snapshotAfter(
  payment: Pick<RecordedPayment, "merchant_reference" | "intent" | "bank_token_id">,
  { transaction_type, amount, currency, response, ...reported }: RedsysOperation
): PaymentSnapshot | undefined {
  const recorded = { ...payment, operations: [], movements: [] }
  const finished = { transaction_type, amount, currency, state: "finished", response } as const
  return snapshotOf(recorded, [finished], reported)
}

const ofType = (operations: readonly QueriedOperation[], type: string) =>
  operations.filter(({ transaction_type }) => transaction_type === type)

/**
 * The attempt at the payment that counts: the approved one, otherwise one that is not finished, because the customer may
 * try again after a decline, otherwise one with an unknown outcome. An attempt that Redsys rejected because the order
 * number exists is none.
 */
function openingOf(operations: readonly QueriedOperation[], intent: Intent) {
  const attempts = ofType(operations, TRANSACTION_TYPES[intent]).filter((one) => !isRepeated(one))
  const [operation] = attempts.sort((a, b) => rankOf(b) - rankOf(a) || progressOf(b) - progressOf(a))
  return operation && { operation, isApproved: isApproved(operation) }
}

const isRepeated = ({ response }: QueriedOperation): boolean =>
  response !== null && outcomeOfCode(response).kind === "repeated"

function rankOf({ state, response }: QueriedOperation): number {
  if (state !== "finished") return 2
  const { kind } = outcomeOfCode(response ?? "")
  return kind === "approved" ? 3 : Number(kind === "transient")
}

const isVoided = (operations: readonly QueriedOperation[]) =>
  ofType(operations, TRANSACTION_TYPES.void).some(isApproved)

/** Redsys lists a call before the issuer has answered it. */
const unfinishedIn = (operations: readonly QueriedOperation[]) =>
  (["capture", "void", "refund"] as const).flatMap((kind) =>
    ofType(operations, TRANSACTION_TYPES[kind])
      .filter(({ state }) => state !== "finished")
      .map(({ amount }): UnfinishedCall => ({ kind, amount }))
  )

const STATES: readonly OperationState[] = ["requested", "authenticating", "authorizing", "finished"]

/** An operation only progresses, and a declined attempt may be followed by an approved one. */
const progressOf = (operation: QueriedOperation): number =>
  1 + STATES.indexOf(operation.state) + Number(isApproved(operation))

/** Between the versions of Redsys' operations there is room for those of the store's own decisions. */
export const VERSION_STEP = 10

/** Redsys has no versions. Operations are only added and only progress, so the sum increases with each change. */
const versionOf = (operations: readonly QueriedOperation[]): number =>
  VERSION_STEP * operations.map(progressOf).reduce((sum, progress) => sum + progress, 0)

const sumOf = (movements: readonly BankCapture[]) => movements.reduce((sum, { amount }) => sum + amount, 0)

/** A sale is its own capture. */
function capturesOf(
  recorded: RecordedPayment,
  operations: readonly QueriedOperation[],
  { amount }: QueriedOperation
): BankCapture[] {
  if (recorded.intent === "preauth") return movementsOf(recorded, operations, "capture")
  const { merchant_reference } = recorded
  return [{ id: `${orderNumberOf(merchant_reference)}-sale`, merchant_reference, amount }]
}

/**
 * The executed captures or refunds. Redsys gives them no ids, so each is known by its amount and its place among those of
 * the same amount, which does not depend on the order in which they are listed.
 */
function movementsOf(
  recorded: RecordedPayment,
  operations: readonly QueriedOperation[],
  kind: StoredMovement["kind"]
): BankCapture[] {
  const order = orderNumberOf(recorded.merchant_reference)
  const free = unrecorded(recorded, kind)
  const executed = ofType(operations, TRANSACTION_TYPES[kind]).filter(isApproved)
  const amounts = executed.map(({ amount }) => amount).sort((a, b) => a - b)
  return amounts.map((amount, index) => {
    const place = index - amounts.indexOf(amount)
    const id = `${order}-${kind}-${amount}-${place}`
    const known = recorded.movements.find((movement) => movement.id === id)
    const merchant_reference = known ? known.merchant_reference : (free.get(amount)?.shift() ?? null)
    return { id, merchant_reference, amount }
  })
}

/** The references of stored operations that no recorded movement has, by their amount, oldest first. */
function unrecorded(
  { operations, movements }: RecordedPayment,
  kind: StoredMovement["kind"]
): Map<number, string[]> {
  const recorded = new Set(movements.map(({ merchant_reference }) => merchant_reference))
  const free = new Map<number, string[]>()
  for (const { merchant_reference, amount, ...operation } of operations) {
    if (operation.kind !== kind || operation.status === "refused" || amount === null) continue
    if (!recorded.has(merchant_reference)) free.set(amount, [...(free.get(amount) ?? []), merchant_reference])
  }
  return free
}

type Status = Pick<PaymentSnapshot, "status" | "decline">

function statusOf(
  { state, response }: QueriedOperation,
  { isCharge, isCaptured, isVoided }: { isCharge: boolean; isCaptured: boolean; isVoided: boolean }
): Status {
  if (state === "authorizing") return { status: "processing", decline: null }
  if (response === null) return { status: isCharge ? "processing" : "requires_action", decline: null }
  const outcome = outcomeOfCode(response)
  const ended = endOf(isCharge ? ofSavedCard(outcome) : outcome)
  if (ended) return ended
  if (isCaptured) return { status: "captured", decline: null }
  return { status: isVoided ? "voided" : "authorized", decline: null }
}

const NOT_EXECUTED: Decline = { code: "not_executed", message: "Redsys did not execute the payment." }

/** The status of a payment that was not approved. Undefined if it was. */
function endOf(outcome: Outcome): Status | undefined {
  switch (outcome.kind) {
    case "approved":
      return undefined
    case "declined":
      return { status: "declined", decline: outcome.decline }
    case "canceled":
    case "expired":
      return { status: outcome.kind, decline: null }
    case "transient":
      return { status: "processing", decline: null }
    case "repeated":
    case "configuration":
    case "rejected":
      return { status: "declined", decline: NOT_EXECUTED }
  }
}
