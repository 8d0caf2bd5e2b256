import { z } from "@medusajs/framework/zod"
import { type ErrorData, problem } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { type Call, type Caller, callerOf } from "../../gateway/call"

const PaymentId = z.string().min(1).max(100).describe("The A2A payment id")
const ShopOrderId = z.int().positive().max(2_147_483_647).describe("The store order id")

/** An input that names a payment by exactly one of its two ids (spec: Other skills), with further members. */
export function byPayment<S extends z.ZodRawShape>(shape: S) {
  const both = z.strictObject({
    payment_id: PaymentId.optional(),
    shop_order_id: ShopOrderId.optional(),
    ...shape,
  })
  return both
    .refine(({ payment_id, shop_order_id }: { payment_id?: unknown; shop_order_id?: unknown }) => {
      return (payment_id === undefined) !== (shop_order_id === undefined)
    }, "must have exactly one of payment_id, shop_order_id")
    .meta({ oneOf: [{ required: ["payment_id"] }, { required: ["shop_order_id"] }] })
}

/** A payment's own id, or the id of its store order: exactly one of them. */
export interface PaymentKey {
  readonly payment_id?: string
  readonly shop_order_id?: number
}

/** The filter for payments that the caller may see: those its client created, or all of the store. */
export function visibleTo({ client_id, whole_store }: Caller): { client_id?: string } {
  return whole_store ? {} : { client_id }
}

/** A payment that the caller may see. Throws `payment_not_found` also for all others. */
export async function paymentOf(input: PaymentKey, call: Call): Promise<Payment> {
  const bank = call.container.resolve<BankService>(BANK_MODULE)
  const { payment_id: id, shop_order_id } = input
  const key = id === undefined ? { shop_order_id } : { id }
  const payment = await bank.payments.find({ ...key, ...visibleTo(callerOf(call)) })
  // An order without an amount due has no payment for A2A.
  if (!payment || payment.status === "nothing_due") throw problem("payment_not_found", named(input))
  return payment
}

function named({ payment_id, shop_order_id }: PaymentKey): ErrorData {
  return payment_id === undefined ? { shop_order_id } : { payment_id }
}
