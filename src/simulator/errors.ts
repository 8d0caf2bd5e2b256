/** Why a signed message was refused. */
export type SignatureReason =
  | "signature_missing"
  | "signature_invalid"
  | "key_unknown"
  | "alg_not_allowed"
  | "claim_mismatch"
  | "signature_stale"
  | "digest_mismatch"
  | "replayed"

/** Every error code in the bank's responses. */
export type ErrorCode =
  | SignatureReason
  | "invalid_request"
  | "not_found"
  | "duplicate_reference"
  | "idempotency_in_flight"
  | "idempotency_conflict"
  | "invalid_state"
  | "currency_not_supported"
  | "capture_exceeds_authorization"
  | "refund_exceeds_captured"
  | "token_not_active"
  | "mandate_limit"
  | "rate_limited"
  | "internal"
  | "unavailable"

const STATUS: Record<ErrorCode, number> = {
  signature_missing: 401,
  signature_invalid: 401,
  key_unknown: 401,
  alg_not_allowed: 401,
  claim_mismatch: 401,
  signature_stale: 401,
  digest_mismatch: 401,
  replayed: 401,
  invalid_request: 400,
  not_found: 404,
  duplicate_reference: 409,
  idempotency_in_flight: 409,
  invalid_state: 409,
  idempotency_conflict: 422,
  currency_not_supported: 422,
  capture_exceeds_authorization: 422,
  refund_exceeds_captured: 422,
  token_not_active: 422,
  mandate_limit: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
}

const RETRYABLE = new Set<ErrorCode>(["idempotency_in_flight", "rate_limited", "internal", "unavailable"])

interface Details {
  field?: string
  payment_id?: string
  token_id?: string
  /** Overrides the status of the code. */
  status?: number
  /** Seconds, sent as Retry-After. */
  retryAfter?: number
}

/** An error response: one code, one HTTP status, one sentence. */
export class BankError extends Error {
  readonly status: number

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Details = {}
  ) {
    super(message)
    this.status = details.status ?? STATUS[code]
  }

  /** The body of the error response. */
  toBody(): { error: Record<string, unknown> } {
    const { field, payment_id, token_id } = this.details
    const { code, message } = this
    return { error: { code, message, field, retryable: RETRYABLE.has(code), payment_id, token_id } }
  }
}

/** Converts anything thrown to an error response. Details of a bug are printed to stderr and never sent. */
export function asBankError(error: unknown): BankError {
  if (error instanceof BankError) return error
  console.error(error)
  return new BankError("internal", "The bank simulator failed unexpectedly.")
}
