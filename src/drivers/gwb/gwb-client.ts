import { setTimeout as sleep } from "node:timers/promises"
import { Agent, request } from "undici"
import type { GwbOptions } from "../../options"
import { afterAttempt, type CallState } from "../../domain/bank-call"
import { asUnknown, BankError, type CallContext, outcomeOf, SIGNATURE_REASONS } from "../driver"
import { type BankKeys, type MerchantKey, bankKeys } from "./gwb-keys"
import { SignatureRefused } from "../signature-refused"
import { SIGNATURE_HEADER, signRequest, verifySignature } from "./gwb-signature"

const dispatcher = new Agent({
  connect: { timeout: 3000 },
  headersTimeout: 10_000,
  bodyTimeout: 10_000,
  maxResponseSize: 1024 * 1024,
})

/** The pauses between attempts of the same call with the same key, in milliseconds. */
const RETRY_AFTER_MS = [500, 2000, 5000]

/** No attempt starts later than this after the first, because the caller waits. Reconciliation continues later. */
const RETRY_FOR_MS = 12_000

/** Signed HTTP calls of the GWB/1 protocol. */
export interface GwbClient {
  readonly keys: BankKeys
  /** Returns the verified and parsed response. Throws BankError. */
  get(path: string): Promise<unknown>
  /**
   * Like `get`, but with an idempotency key. Retries with the same key while the outcome is unknown. A decline
   * (402) is returned as a response. Once the outcome of an attempt with this key was unknown, a rejection
   * leaves it unknown.
   */
  post(path: string, body: object, context: CallContext): Promise<unknown>
  /** Like `post`, but without an idempotency key, because a repeated deletion changes nothing. */
  delete(path: string): Promise<unknown>
}

/** The HTTP client of GWB/1. A response without a valid signature counts as no response, regardless of its status. */
export function gwbClient(bank: GwbOptions, key: MerchantKey): GwbClient {
  const keys = bankKeys(bank)

  async function exchange(
    method: "GET" | "POST" | "DELETE",
    path: string,
    raw_body = "",
    idempotency_key?: string
  ) {
    const url = `${bank.api_url}/gwb/v1${path}`
    const claims = { issuer: bank.merchant_id, audience: bank.issuer, method, url, raw_body, idempotency_key }
    const { token, jti } = await signRequest(key, claims)
    const response = await request(url, {
      method,
      dispatcher,
      headers: {
        [SIGNATURE_HEADER]: token,
        ...(raw_body && { "content-type": "application/json" }),
        ...(idempotency_key && { "idempotency-key": idempotency_key }),
      },
      body: raw_body || null,
    })
    const raw = Buffer.from(await response.body.arrayBuffer())
    await verifySignature(one(response.headers[SIGNATURE_HEADER]), raw, keys, {
      typ: "gwb-response+jwt",
      issuer: bank.issuer,
      audience: bank.merchant_id,
      claims: { sts: response.statusCode, rjt: jti },
    })
    return answerOf(response.statusCode, JSON.parse(raw.toString("utf8")))
  }

  const attempt = (...call: Parameters<typeof exchange>) => exchange(...call).catch(toBankError)

  async function retryUntilKnown(repeated: boolean, ...call: Parameters<typeof exchange>): Promise<unknown> {
    const last_attempt_at = Date.now() + RETRY_FOR_MS
    let state: CallState = repeated ? "uncertain" : "new"
    for (let attempts = 0; ; attempts++) {
      const answer = await attempt(...call).catch(caught)
      if (!(answer instanceof BankError)) return answer
      state = afterAttempt(state, outcomeOf(answer))
      if (state === "rejected") throw answer
      const wait = RETRY_AFTER_MS[attempts]
      if (wait === undefined || Date.now() + wait > last_attempt_at) throw asUnknown(answer)
      await sleep(wait)
    }
  }

  return {
    keys,
    get: (path) => attempt("GET", path),
    post: (path, body, { idempotency_key, repeated }) =>
      retryUntilKnown(repeated, "POST", path, JSON.stringify(body), idempotency_key),
    delete: (path) => retryUntilKnown(false, "DELETE", path),
  }
}

function answerOf(status: number, body: unknown): unknown {
  if (status < 300 || status === 402) return body
  const { code: stated = "unexpected_status", message = `status ${status}` } =
    (body as { error?: { code?: string; message?: string } }).error ?? {}
  const code = codeOf(status, stated)
  const open = status >= 500 || RECEIVED_BEFORE.includes(code)
  throw new BankError(code, open ? "unknown" : "not_executed", message)
}

/**
 * The bank has received the call before, in an earlier attempt (409) or in a copy of the same message that a proxy sent
 * (401), and may have executed it.
 */
const RECEIVED_BEFORE: readonly string[] = ["idempotency_in_flight", "replayed"]

/** The status counts more than the code that the bank states: it says whether the same call can succeed later. */
function codeOf(status: number, stated: string): string {
  if (status === 429) return "rate_limited"
  const isUnauthorized = status === 401 || status === 403
  const isReason = SIGNATURE_REASONS.some((reason) => reason === stated)
  return isUnauthorized && !isReason ? "bank_configuration" : stated
}

/** After a timeout, a broken connection, or an invalid or unsigned response, the outcome is unknown. */
function toBankError(error: unknown): never {
  if (error instanceof BankError) throw error
  const code = error instanceof SignatureRefused ? error.reason : "unreachable"
  throw new BankError(code, "unknown", `the bank sent no valid response (${code})`, { cause: error })
}

function caught(error: BankError): BankError {
  return error
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)
