import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { BankError, type ErrorCode } from "./errors"
import type { ApiFault } from "./fault-input"
import type { Reply } from "./reply"

/**
 * How a response is sent: `hang` never, `reset` by closing the connection, `unsigned` without a signature, `rjt` bound
 * to another request.
 */
export interface ResponseFault {
  hang?: boolean
  reset?: boolean
  unsigned?: boolean
  rjt?: string
}

const CODES: Record<number, ErrorCode> = {
  400: "invalid_request",
  401: "key_unknown",
  404: "not_found",
  409: "idempotency_in_flight",
  429: "rate_limited",
  500: "internal",
}

const NONE: ApiFault = {
  latency_ms: 0,
  status: null,
  hang: false,
  reset: false,
  execute_then_fail: false,
  unsigned_response: false,
  wrong_rjt: false,
  redirect_post: false,
}

// Faults triggered by the last two digits of an amount (minor units).
const TRIGGERS: Record<number, Partial<ApiFault>> = {
  67: { execute_then_fail: true, hang: true },
  68: { execute_then_fail: true, status: 500 },
  69: { status: 500 },
}

/** The fault that the amount in a body triggers, or null. */
export function triggeredFault(body: unknown): ApiFault | null {
  const amount = typeof body === "object" && body && "amount" in body ? body.amount : null
  const trigger = Number.isInteger(amount) ? TRIGGERS[Number(amount) % 100] : undefined
  return trigger ? { ...NONE, ...trigger } : null
}

/** How a response is sent under this fault. */
export function responseFaultOf({ hang, reset, unsigned_response, wrong_rjt }: ApiFault): ResponseFault {
  return { hang, reset, unsigned: unsigned_response, rjt: wrong_rjt ? randomUUID() : undefined }
}

/** Waits for the fault's latency, then throws if the call must fail before anything is executed. */
export async function failBefore({
  latency_ms,
  status,
  hang,
  reset,
  execute_then_fail,
}: ApiFault): Promise<void> {
  if (latency_ms) await sleep(latency_ms)
  if (!execute_then_fail && (hang || reset || status !== null)) throw failure(status)
}

/** Throws if the call must fail although it was executed. */
export function failAfter(reply: Reply, { status, execute_then_fail, hang }: ApiFault): Reply {
  if (execute_then_fail && !hang) throw failure(status)
  return reply
}

function failure(status: number | null): BankError {
  const code = CODES[status ?? 500] ?? ((status ?? 500) < 500 ? "invalid_request" : "unavailable")
  const retryAfter = status === 429 || status === 409 ? 1 : undefined
  return new BankError(code, "The bank fails here because a fault is configured.", {
    status: status ?? 500,
    retryAfter,
  })
}
