import type { BankMovement, BankPayment, BankToken } from "./bank"

/** An order of the simulator's Redsys mode (docs/banks/redsys.md). Amounts in minor units. */
export interface RedsysOrder {
  readonly order: string
  readonly currency: string
  /** `0`: sale, `1`: authorization. */
  readonly type: string
  readonly amount: number
  readonly merchant_data: string
  /** The response code; null while the customer has not finished. */
  readonly response: string | null
  readonly captured: number
  readonly refunded: number
  readonly is_voided: boolean
  readonly is_notified: boolean
  readonly saved_card: { readonly identifier: string; readonly is_deleted: boolean } | null
  readonly operations: readonly { type: string; amount: number; response: string }[]
}

const APPROVED = "0000"
/** The customer canceled, the customer did not finish in time, or the issuer was not reached. */
const ENDINGS: Readonly<Record<string, string>> = {
  "9915": "canceled",
  "9142": "expired",
  "0912": "unfinished",
}

/** An order as a payment of the ledger. It is `unfinished` while the customer, or the issuer, has not ended it. */
export function paymentAtRedsys(order: RedsysOrder): BankPayment {
  const { type, captured, refunded, amount, currency, merchant_data } = order
  return {
    id: order.order,
    merchant_reference: merchant_data,
    intent: type === "0" ? "sale" : "preauth",
    status: statusOf(order),
    amount,
    currency,
    amounts: { captured, refunded },
    captures: movementsOf(order, type === "0" ? "0" : "2"),
    refunds: movementsOf(order, "3"),
    disputes: [],
  }
}

function statusOf({ response, captured, is_voided }: RedsysOrder): string {
  if (response === null) return "unfinished"
  if (response !== APPROVED) return ENDINGS[response] ?? "declined"
  if (is_voided) return "voided"
  return captured ? "captured" : "authorized"
}

/** Redsys keeps no reference of a capture or refund. All of them are the store's: the run makes none at the bank. */
function movementsOf({ order, operations }: RedsysOrder, type: string): BankMovement[] {
  return operations
    .filter((one) => one.type === type && [APPROVED, "0900"].includes(one.response))
    .map(({ amount }, index) => {
      const id = `${order}-${type}-${index}`
      return { id, merchant_reference: id, amount, status: "succeeded" }
    })
}

/** The card that was saved with an order. */
export function cardsAtRedsys({ saved_card, merchant_data, is_notified }: RedsysOrder): BankToken[] {
  if (!saved_card) return []
  const { identifier: id, is_deleted } = saved_card
  const status = is_deleted ? "revoked" : "active"
  return [{ id, merchant_reference: merchant_data, status, is_unreported: !is_notified }]
}
