import type { Amounts } from "./amounts"
import type { Difference, DifferenceAction, DifferenceKind } from "./difference"
import type { KnownPayment } from "./known-payment"
import type { BankOperation } from "./row"

/** A difference of the payment with these rows. */
export function differenceOf(
  kind: DifferenceKind,
  action: DifferenceAction,
  rows: readonly BankOperation[],
  payment: KnownPayment | undefined,
  { bank = null, plugin = null, medusa = null }: Amounts
): Difference {
  return {
    kind,
    action,
    payment_id: payment?.id ?? null,
    order_id: payment?.order_id ?? null,
    shop_order_id: payment?.shop_order_id ?? null,
    reference: rows[0]?.reference ?? payment?.reference ?? "",
    lines: rows.map(({ line }) => line),
    bank,
    plugin,
    medusa,
  }
}

const AT_BANK: readonly DifferenceKind[] = ["missing_in_plugin", "currency_differs", "duplicate_row"]
const IN_MEDUSA: readonly DifferenceKind[] = ["medusa_captured_differs", "medusa_refunded_differs"]

/** What the merchant does next about a difference of this payment. */
export function actionOf(kind: DifferenceKind, payment: KnownPayment, can_query: boolean): DifferenceAction {
  if (AT_BANK.includes(kind)) return "look_up_at_bank"
  if (IN_MEDUSA.includes(kind) || payment.needs_review) return "open_payment"
  return can_query ? "query_bank" : "look_up_at_bank"
}
