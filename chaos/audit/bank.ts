import { cardsAtRedsys, paymentAtRedsys, type RedsysOrder } from "./bank-redsys"

/** A capture or refund in the bank's ledger, in minor units. Without a reference, the bank initiated it. */
export interface BankMovement {
  readonly id: string
  readonly merchant_reference: string | null
  readonly amount: number
  /** The status of a refund. */
  readonly status?: "pending" | "succeeded" | "failed"
}

/** A payment in the bank's ledger. Amounts in minor units. */
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

/** A saved card at the bank. */
export interface BankToken {
  readonly id: string
  /** The plugin's reference of the card, or of the payment with which it was saved. */
  readonly merchant_reference: string
  readonly status: string
  /** Whether the store cannot know it: the bank reports it once, and that message was not accepted. */
  readonly is_unreported?: boolean
}

/** Every payment in the ledger, those of the Redsys mode included, from the simulator's control port. */
export async function readLedger(control_url: string): Promise<BankPayment[]> {
  const atRedsys = await readAll<RedsysOrder>(`${control_url}/_sim/redsys/orders`)
  return [...(await readAll<BankPayment>(`${control_url}/_sim/payments`)), ...atRedsys.map(paymentAtRedsys)]
}

/** Every saved card in the ledger, those of the Redsys mode included, from the simulator's control port. */
export async function readTokens(control_url: string): Promise<BankToken[]> {
  const atRedsys = await readAll<RedsysOrder>(`${control_url}/_sim/redsys/orders`)
  return [...(await readAll<BankToken>(`${control_url}/_sim/tokens`)), ...atRedsys.flatMap(cardsAtRedsys)]
}

async function readAll<Row>(url: string): Promise<Row[]> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The bank's ledger responded with ${response.status}.`)
  return ((await response.json()) as { data: Row[] }).data
}

/** The refunds that succeeded. */
export function refundsOf({ refunds }: BankPayment): BankMovement[] {
  return refunds.filter(({ status }) => status === "succeeded")
}

/** The captured amount minus refunds, in minor units. */
export function netPaid({ amounts }: BankPayment): number {
  return amounts.captured - amounts.refunded
}

/** Whether the payment ended at the bank without an authorization. */
export function hasFailed({ status }: BankPayment): boolean {
  return ["declined", "canceled", "expired", "unfinished"].includes(status)
}
