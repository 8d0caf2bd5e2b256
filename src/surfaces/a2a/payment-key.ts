import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { type Call, type Caller, callerOf } from "../../gateway/call"

const PaymentId = z.string().min(1).max(100).describe("The A2A payment id")
const ShopOrderId = z.int().positive().max(2_147_483_647).describe("The store order id")

/** An input that names a payment by exactly one of its two ids (spec: Other skills), with further members. */
export function byPayment<S extends z.ZodRawShape>(shape: S) {
  return z.union([
    z.strictObject({ payment_id: PaymentId, ...shape }),
    z.strictObject({ shop_order_id: ShopOrderId, ...shape }),
  ])
}

/** A payment's own id, or the id of its store order. */
export type PaymentKey = { payment_id: string } | { shop_order_id: number }

/** The filter for payments that the caller may see: those its client created, or all of the store. */
export function visibleTo({ client_id, whole_store }: Caller): { client_id?: string } {
  return whole_store ? {} : { client_id }
}

/** A payment that the caller may see. Throws `payment_not_found` also for all others. */
export async function paymentOf(input: PaymentKey, call: Call): Promise<Payment> {
  const bank = call.container.resolve<BankService>(BANK_MODULE)
  const key = "payment_id" in input ? { id: input.payment_id } : { shop_order_id: input.shop_order_id }
  const payment = await bank.payments.find({ ...key, ...visibleTo(callerOf(call)) })
  // An order without an amount due has no payment for A2A.
  if (!payment || payment.status === "nothing_due") throw problem("payment_not_found", named(input))
  return payment
}

function named(input: PaymentKey): PaymentKey {
  return "payment_id" in input ? { payment_id: input.payment_id } : { shop_order_id: input.shop_order_id }
}
