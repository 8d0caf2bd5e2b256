import type { BankDriver, CallContext, OpenedPayment, PaymentSnapshot } from "../../drivers/driver"
import type { Operation } from "./models/operation"

/** Makes the bank call of a stored capture, refund or void. Throws BankError. */
export function move(
  driver: BankDriver,
  { kind, merchant_reference, amount, final, reason }: Operation,
  { payment, captured_amount }: { payment: OpenedPayment; captured_amount: number },
  context: CallContext
): Promise<PaymentSnapshot> {
  const movement = { payment, merchant_reference, amount: amount ?? 0 }
  switch (kind) {
    case "void":
      return driver.voidPayment({ payment }, context)
    case "capture":
      return driver.capturePayment({ ...movement, final }, context)
    case "refund": {
      const full = movement.amount === captured_amount
      return driver.refundPayment({ ...movement, full, ...(reason && { reason }) }, context)
    }
  }
}
