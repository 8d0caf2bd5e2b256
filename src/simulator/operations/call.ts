import type { Bank } from "../bank"
import { BankError } from "../errors"
import type { ApiFault } from "../fault-input"
import type { Referable } from "../ledger"
import type { Merchant } from "../merchants"
import type { Payment } from "../payment"
import type { PaymentRecord, TokenRecord } from "../records"

/** A verified call: the merchant, the id in the path, the query, and the fault that applies to it. */
export interface Call {
  bank: Bank
  merchant: Merchant
  id: string
  query: URLSearchParams
  fault: ApiFault | null
}

/** The payment in the path, if it is one of the caller's. Throws 404 `not_found`. */
export function paymentOf({ bank, merchant, id }: Call): PaymentRecord {
  const record = bank.ledger.payments.get(id)
  if (record?.payment.merchant_id === merchant.merchant_id) return record
  throw new BankError("not_found", "There is no such payment.")
}

/** The token in the path, if it is one of the caller's. Throws 404 `not_found`. */
export function tokenOf({ bank, merchant, id }: Call): TokenRecord {
  const record = bank.ledger.tokens.get(id)
  if (record?.token.merchant_id === merchant.merchant_id) return record
  throw new BankError("not_found", "There is no such token.")
}

/** The merchant_reference in the query. Throws 400 `invalid_request` when it is missing. */
export function referenceIn({ query }: Call): string {
  const reference = query.get("merchant_reference")
  if (reference) return reference
  throw new BankError("invalid_request", "merchant_reference is required.", { field: "merchant_reference" })
}

/** Throws 409 `duplicate_reference`, naming the payment or token, when the caller used this reference before. */
export function assertNewReference({ bank, merchant }: Call, kind: Referable, reference: string): void {
  const id = bank.ledger.byReference(merchant.merchant_id, kind, reference)
  if (id === undefined) return
  const named = kind === "token" ? { token_id: id } : { payment_id: id }
  const message = `There is already a ${kind} with this merchant_reference.`
  throw new BankError("duplicate_reference", message, { field: "merchant_reference", ...named })
}

/** The 409 error for a payment whose status does not allow the operation. */
export function invalidState({ id, status }: Payment, action: string): BankError {
  const message = `A payment that is ${status} cannot be ${action}.`
  return new BankError("invalid_state", message, { payment_id: id })
}
