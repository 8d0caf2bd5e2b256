import { z } from "@medusajs/framework/zod"
import { BankError, type PaymentSnapshot } from "../driver"
import { NextAction } from "./next-action"

const Minor = z.int().nonnegative()

/** A member the bank may leave out. */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null)

const Capture = z.object({ id: z.string().min(1), merchant_reference: optional(z.string()), amount: Minor })
const Refund = Capture.extend({ status: z.enum(["pending", "succeeded", "failed"]) })

const Dispute = z
  .object({
    id: z.string().min(1),
    amount: Minor,
    reason: z.string(),
    status: z.string().min(1),
    created_at: z.string(),
  })
  .transform(({ created_at, ...dispute }) => ({ ...dispute, at: created_at }))

/** The part of a GWB/1 payment that we act on; the bank may send more. */
export const Snapshot = z.object({
  id: z.string().min(1),
  version: z.int().positive(),
  merchant_reference: z.string().min(1),
  intent: z.enum(["sale", "preauth"]),
  status: z.enum([
    "requires_action",
    "processing",
    "authorized",
    "partially_captured",
    "captured",
    "declined",
    "canceled",
    "expired",
    "voided",
  ]),
  amount: Minor,
  currency: z.string().regex(/^[A-Z]{3}$/),
  amounts: z.object({ captured: Minor, refunded: Minor }),
  captures: z.array(Capture).default([]),
  refunds: z.array(Refund).default([]),
  next_action: NextAction.nullable(),
  disputes: z.array(Dispute).optional(),
  card: z
    .object({
      brand: z.string(),
      last4: z.string(),
      exp_month: optional(z.int()),
      exp_year: optional(z.int()),
    })
    .nullable(),
  token_id: optional(z.string().min(1)),
  network_transaction_id: optional(z.string().min(1)),
  decline: z.object({ code: z.string(), message: z.string() }).nullable(),
})

/** The snapshot in a verified message, or undefined when it is none. */
export function parseSnapshot(value: unknown): PaymentSnapshot | undefined {
  return Snapshot.safeParse(value).data
}

/** The snapshot in a verified answer. Throws BankError, outcome unknown: the bank may have acted all the same. */
export function readSnapshot(value: unknown): PaymentSnapshot {
  const snapshot = parseSnapshot(value)
  if (!snapshot) throw new BankError("malformed_answer", "unknown", "the bank's answer is not a payment")
  return snapshot
}
