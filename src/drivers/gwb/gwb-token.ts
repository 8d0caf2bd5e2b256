import { z } from "@medusajs/framework/zod"
import { USAGES } from "../../domain/card"
import { BankError, type TokenSnapshot } from "../driver"
import { Snapshot, optional } from "./gwb-snapshot"

/** The supported part of a GWB/1 token. The bank may send more. */
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

/** Parses a verified token. Undefined if it is malformed. */
export function parseToken(value: unknown): TokenSnapshot | undefined {
  return Token.safeParse(value).data
}

/**
 * Parses the token in a verified response. Throws BankError with an unknown outcome, because the bank may have
 * executed the call.
 */
export function readToken(value: unknown): TokenSnapshot {
  const token = parseToken(value)
  if (!token) throw new BankError("malformed_answer", "unknown", "the bank's answer is not a token")
  return token
}
