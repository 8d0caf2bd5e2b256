import type { StoredOperation, StoredPayment } from "../driver"
import type { QueriedOperation } from "./redsys-query"
import { outcomeOfCode } from "./response-codes"
import { TRANSACTION_TYPES } from "./transaction-types"

/** The response code of an executed capture, refund or void. */
const EXECUTED = "0900"

/** Whether Redsys lists an operation as approved. */
export const isApproved = ({ response }: QueriedOperation): boolean =>
  response !== null && outcomeOfCode(response).kind === "approved"

type Executed = Pick<StoredOperation, "kind" | "amount">

/**
 * The operations of an order, in which a call that Redsys has not finished counts as approved if staff found it executed in
 * Redsys' portal: the store has one more executed call of this kind and amount than Redsys lists as approved. Those
 * that were made at Redsys count, too, once the store has recorded them.
 */
export function withConfirmed(
  queried: readonly QueriedOperation[],
  { operations, movements }: Pick<StoredPayment, "operations" | "movements">
): QueriedOperation[] {
  const recorded = new Set(movements.map(({ merchant_reference }) => merchant_reference))
  const unrecorded = operations.filter(
    (call) => call.status === "done" && !recorded.has(call.merchant_reference)
  )
  const unlisted: Executed[] = [...movements, ...unrecorded]
  for (const approved of queried.filter(isApproved)) takeMatching(unlisted, approved)
  return queried.map((one) =>
    one.state !== "finished" && takeMatching(unlisted, one)
      ? { ...one, state: "finished", response: EXECUTED }
      : one
  )
}

/** Removes a stored call of the same kind and amount. False if there is none. */
function takeMatching(stored: Executed[], { transaction_type, amount }: QueriedOperation): boolean {
  const index = stored.findIndex(
    (call) =>
      TRANSACTION_TYPES[call.kind] === transaction_type && (call.amount === null || call.amount === amount)
  )
  if (index >= 0) stored.splice(index, 1)
  return index >= 0
}
