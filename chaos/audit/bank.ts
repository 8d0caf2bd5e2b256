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
  readonly disputes: readonly { readonly id: string; readonly status: string; readonly amount: number }[]
}

/** A kept card as the bank has it. */
export interface BankToken {
  readonly id: string
  /** Ours; of a card kept while paying, the payment's. */
  readonly merchant_reference: string
  readonly status: string
}

/** Every payment in the ledger, from the simulator's control port. */
export function readLedger(control_url: string): Promise<BankPayment[]> {
  return readAll(`${control_url}/_sim/payments`)
}

/** Every kept card in the ledger, from there. */
export function readTokens(control_url: string): Promise<BankToken[]> {
  return readAll(`${control_url}/_sim/tokens`)
}

async function readAll<Row>(url: string): Promise<Row[]> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the bank's ledger answered ${response.status}`)
  return ((await response.json()) as { data: Row[] }).data
}

/** The refunds that gave money back. */
export function refundsOf({ refunds }: BankPayment): BankMovement[] {
  return refunds.filter(({ status }) => status === "succeeded")
}

/** The amount that the customer has finally paid, in minor units. */
export function keptAt({ amounts }: BankPayment): number {
  return amounts.captured - amounts.refunded
}

/** Whether the bank has ended the payment without ever authorising it. */
export function hasFailed({ status }: BankPayment): boolean {
  return ["declined", "canceled", "expired"].includes(status)
}
