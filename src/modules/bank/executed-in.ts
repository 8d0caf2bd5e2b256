import { isReleased } from "../../domain/settlement"
import { BankError, type PaymentSnapshot, type UnfinishedCall } from "../../drivers/driver"
import { CONFIRMED, type Operation } from "./models/operation"

/** Whether a query failed because the bank has begun the operation and not finished it. */
export const isNotFinished = (error: unknown): boolean =>
  error instanceof BankError && error.code === "not_finished"

/**
 * Whether a snapshot contains the execution of an operation on a payment of this amount, in minor units. Throws BankError
 * with the outcome `unknown` if it does not, and the bank may still execute it. One that staff have confirmed is in the
 * snapshot while the bank lists it as not finished, so another unfinished call does not keep it open.
 */
export function isExecutedIn(snapshot: PaymentSnapshot, operation: Operation, authorized: number): boolean {
  if (contains(snapshot, operation, authorized)) return true
  if (operation.error_code === CONFIRMED || !unfinishedLike(snapshot, operation).length) return false
  throw new BankError(
    "not_finished",
    "unknown",
    `the bank has begun the ${operation.kind} and not finished it`
  )
}

/** The calls of an operation's kind that the bank has begun and not finished. */
export const unfinishedLike = ({ unfinished = [] }: PaymentSnapshot, { kind }: Operation): UnfinishedCall[] =>
  unfinished.filter((call) => call.kind === kind)

/** Whether a snapshot contains the execution of an operation. */
export function contains(
  snapshot: PaymentSnapshot,
  { kind, merchant_reference }: Operation,
  authorized: number
): boolean {
  const movements = kind === "capture" ? snapshot.captures : snapshot.refunds
  return kind === "void"
    ? isReleased(snapshot.status, { authorized, captured: snapshot.amounts.captured })
    : movements.some((movement) => movement.merchant_reference === merchant_reference)
}
