/** One movement of money in the bank's ledger, in minor units. Without a reference it was begun at the bank's desk. */
export interface BankMovement {
  readonly id: string
  readonly merchant_reference: string | null
  readonly amount: number
  /** Of a refund. */
  readonly status?: "pending" | "succeeded" | "failed"
}

/** A payment as the bank's ledger has it. Amounts in minor units. */
export interface BankPayment {
  readonly id: string
  readonly merchant_reference: string
  readonly intent: string
  readonly status: string
  readonly amount: number
  readonly currency: string
  readonly amounts: { readonly captured: number; readonly refunded: number }
  readonly captures: readonly BankMovement[]
  readonly refunds: readonly BankMovement[]
}

/** Everything in the ledger, from the simulator's control port. */
export async function readLedger(control_url: string): Promise<BankPayment[]> {
  const response = await fetch(`${control_url}/_sim/payments`)
  if (!response.ok) throw new Error(`the bank's ledger answered ${response.status}`)
  return ((await response.json()) as { data: BankPayment[] }).data
}

/** The refunds that gave money back. */
export function refundsOf({ refunds }: BankPayment): BankMovement[] {
  return refunds.filter(({ status }) => status === "succeeded")
}

/** What the shopper has paid in the end, in minor units. */
export function keptAt({ amounts }: BankPayment): number {
  return amounts.captured - amounts.refunded
}

/** Whether the bank has ended the payment without ever authorising it. */
export function hasFailed({ status }: BankPayment): boolean {
  return ["declined", "canceled", "expired"].includes(status)
}
