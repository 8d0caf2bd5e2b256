import { z } from "@medusajs/framework/zod"
import { problemIn } from "../../domain/errors"
import { type PurchaseByAmount, keyOfAmount } from "../../domain/purchase-key"
import type { Call } from "../../gateway/call"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { withConfirmation } from "../../workflows/payment/duplicate-refusal"

/** A member of the input of each skill that pays. */
export const ConfirmedDuplicate = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe("payment_id of a duplicate_purchase error, to make the same payment again")

/**
 * Whether the payment repeats another one, as the members of its order. Throws `duplicate_purchase` when it does and
 * the input does not confirm it; the error says how to confirm it.
 */
export async function checkDuplicate(
  payment: PurchaseByAmount,
  confirmed: string | undefined,
  call: Call
): Promise<void> {
  const { duplicates } = call.container.resolve<BankService>(BANK_MODULE)
  await duplicates.check(repetitionOf(payment, confirmed)).catch((thrown: unknown) => {
    const refusal = problemIn(thrown)
    throw refusal ? withConfirmation(refusal) : thrown
  })
}

/** By which members of an order equal payments are found, and which one it may repeat. */
export const repetitionOf = (payment: PurchaseByAmount, confirmed: string | undefined) => ({
  purchase_key: keyOfAmount(payment),
  ...(confirmed !== undefined && { may_repeat: confirmed }),
})
