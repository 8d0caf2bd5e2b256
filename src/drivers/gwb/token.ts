import { z } from "@medusajs/framework/zod"
import { USAGES } from "../../domain/card"
import { BankError, type TokenSnapshot } from "../driver"
import { Snapshot, optional } from "./snapshot"

/** The part of a GWB/1 token that we act on; the bank may send more. */
const Token = Snapshot.pick({
  id: true,
  version: true,
  merchant_reference: true,
  currency: true,
  next_action: true,
  card: true,
  network_transaction_id: true,
  decline: true,
}).extend({
  customer_reference: optional(z.string()),
  status: z.enum(["requires_action", "active", "revoked", "expired", "failed"]),
  usage: z.enum(USAGES),
})

/** The token in a verified message, or undefined when it is none. */
export function parseToken(value: unknown): TokenSnapshot | undefined {
  return Token.safeParse(value).data
}

/** The token in a verified answer. Throws BankError, outcome unknown: the bank may have acted all the same. */
export function readToken(value: unknown): TokenSnapshot {
  const token = parseToken(value)
  if (!token) throw new BankError("malformed_answer", "unknown", "the bank's answer is not a token")
  return token
}
