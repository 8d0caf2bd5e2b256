import { z } from "@medusajs/framework/zod"
import { BankError, type PaymentSnapshot } from "../driver"
import { NextAction } from "./next-action"

const Minor = z.int().nonnegative()

/** A member that the bank may omit. */
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

/** The supported part of a GWB/1 payment. The bank may send more. */
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

/** Parses a verified snapshot. Undefined if it is malformed. */
export function parseSnapshot(value: unknown): PaymentSnapshot | undefined {
  return Snapshot.safeParse(value).data
}

/**
 * Parses the snapshot in a verified response. Throws BankError with an unknown outcome, because the bank may
 * have executed the call.
 */
export function readSnapshot(value: unknown): PaymentSnapshot {
  const snapshot = parseSnapshot(value)
  if (!snapshot) throw new BankError("malformed_answer", "unknown", "the bank's answer is not a payment")
  return snapshot
}
