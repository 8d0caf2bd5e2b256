import { isReleased } from "../../domain/settlement"
import { BankError, type PaymentSnapshot } from "../../drivers/driver"
import type { Operation } from "./models/operation"

/** Whether a query failed because the bank has begun the operation and not finished it. */
export const isNotFinished = (error: unknown): boolean =>
  error instanceof BankError && error.code === "not_finished"

/**
 * Whether a snapshot contains the execution of an operation on a payment of this amount, in minor units. Throws BankError
 * with the outcome `unknown` if it does not, and the bank may still execute it.
 */
export function isExecutedIn(
  snapshot: PaymentSnapshot,
  { kind, merchant_reference }: Pick<Operation, "kind" | "merchant_reference">,
  authorized: number
): boolean {
  const movements = kind === "capture" ? snapshot.captures : snapshot.refunds
  const isExecuted =
    kind === "void"
      ? isReleased(snapshot.status, { authorized, captured: snapshot.amounts.captured })
      : movements.some((movement) => movement.merchant_reference === merchant_reference)
  if (isExecuted || !snapshot.unfinished?.includes(kind)) return isExecuted
  throw new BankError("not_finished", "unknown", `the bank has begun the ${kind} and not finished it`)
}
