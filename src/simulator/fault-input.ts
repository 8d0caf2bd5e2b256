import { boolean, integer, object, oneOf, optional, text, withDefault } from "./fields"
import { BankError } from "./errors"
import { OPERATIONS } from "./merchant-operations"

/** The ways in which a notification can be forged. */
export const FORGERIES = [
  "bad_signature",
  "foreign_key",
  "unknown_kid",
  "stale",
  "future",
  "wrong_aud",
  "wrong_htu",
  "wrong_typ",
  "tampered_body",
  "reserialised",
  "replay_jti",
  "alg_none",
  "hs256",
  "unsigned",
  "amount_mismatch",
  "currency_mismatch",
  "unknown_reference",
  "version_regress",
] as const
export type Forgery = (typeof FORGERIES)[number]

const no = withDefault(boolean, false)

const readScope = object({
  merchant_id: optional(text(64)),
  type: optional(text(64)),
  operation: optional(oneOf(...OPERATIONS)),
  times: optional(integer(1, 1_000_000)),
})

const readIpnFault = object({
  delay_ms: withDefault(integer(0, 7 * 86_400_000), 0),
  duplicate: withDefault(integer(0, 50), 0),
  drop: no,
  reorder_window: withDefault(integer(0, 100), 0),
  before_response: no,
  forge: optional(oneOf(...FORGERIES)),
})

const readApiFault = object({
  latency_ms: withDefault(integer(0, 600_000), 0),
  status: optional(integer(400, 599)),
  hang: no,
  reset: no,
  execute_then_fail: no,
  unsigned_response: no,
  wrong_rjt: no,
  redirect_post: no,
})

const readFault = object({
  scope: withDefault(readScope, { merchant_id: null, type: null, operation: null, times: null }),
  ipn: optional(readIpnFault),
  api: optional(readApiFault),
})

/** Faults of notifications. `duplicate` counts extra copies; times are in milliseconds. */
export type IpnFault = ReturnType<typeof readIpnFault>

/** Faults and unusual behavior of the API. */
export type ApiFault = ReturnType<typeof readApiFault>

/**
 * One fault as requested: its scope (null: everything), how many times it applies (null: until cleared), and its
 * effects.
 */
export type FaultOrder = ReturnType<typeof readFault>

/** Reads the body of `POST /_sim/faults`. Throws 400 `invalid_request`. */
export function readFaultOrder(body: unknown): FaultOrder {
  const order = readFault(body, "")
  if (order.ipn || order.api) return order
  throw new BankError("invalid_request", "A fault requires the member ipn or api.")
}
