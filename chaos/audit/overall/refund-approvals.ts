import type { BankMovement } from "../bank"
import type { Books } from "../books"
import type { Approval, Operation } from "../tables"
import type { OverallCheck } from "./overall"

/**
 * A refund that needed the merchant's approval is executed for exactly the approved amount, or the store says why it was
 * not. One that the merchant has not approved is not executed.
 */
export const refundsApproved: OverallCheck = {
  name: "refunds-approved",
  kind: "difference",
  find(books) {
    const refunds = new Map(
      books.bank.flatMap((payment) =>
        payment.refunds.map((refund) => [refund.merchant_reference, refund] as const)
      )
    )
    const operations = new Map(books.tables.operations.map((operation) => [operation.id, operation]))
    return books.tables.approvals
      .filter(({ kind }) => kind === "refund")
      .flatMap((approval) => {
        const operation = operations.get(approval.operation_id ?? "")
        const refund = operation && refunds.get(operation.merchant_reference)
        const message = faultOf(books, approval, operation, refund)
        return message ? [{ about: approval.id, message }] : []
      })
  },
}

function faultOf(
  { approvals }: Books,
  { id, amount, status, failure_code }: Approval,
  operation: Operation | undefined,
  refund: BankMovement | undefined
): string | undefined {
  const given = approvals.find((approval) => approval.id === id)
  if (!refund)
    return status === "approved" && !failure_code && operation?.status !== "refused"
      ? `was approved, and the bank has no refund of ${amount}, and the store reports no failure`
      : undefined
  if (status !== "approved" || !given) return `was executed at the bank without the merchant's approval`
  return given.amount === refund.amount
    ? undefined
    : `the merchant approved ${given.amount}, and the bank has a refund of ${refund.amount}`
}
