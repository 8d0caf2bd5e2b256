import { z } from "@medusajs/framework/zod"
import { Agent, request } from "undici"
import { BankError } from "../driver"
import type { Credentials } from "./credentials"
import { numericCodeOf } from "./currencies"
import { Envelope, type RequestFields, signFields, verifyFields } from "./envelope"
import { parseOperation, type RedsysOperation } from "./operation"
import { type QueriedOperation, queryBody, readQueryAnswer } from "./redsys-query"
import { type Outcome, outcomeOfCode } from "./response-codes"
import type { Terminal } from "./requests"

const dispatcher = new Agent({
  connect: { timeout: 3000 },
  headersTimeout: 25_000,
  bodyTimeout: 10_000,
  maxResponseSize: 1024 * 1024,
})

/** An operation that Redsys executed, or that the issuer declined. */
export interface ExecutedOperation {
  /** Null if Redsys declined without a signed result, because the saved card does not exist. */
  readonly operation: RedsysOperation | null
  readonly outcome: Extract<Outcome, { kind: "approved" } | { kind: "declined" }>
}

/** The server-to-server calls of Redsys for one terminal. */
export interface RedsysClient {
  /**
   * Executes a capture, refund, void, charge or deletion, once. Throws BankError. If its outcome is `unknown`, query the
   * order before anything else: Redsys has no idempotency keys, and a second capture or refund may be executed again.
   */
  execute(fields: RequestFields): Promise<ExecutedOperation>
  /** All operations of an order; none if Redsys does not know it. Throws BankError. */
  query(order: string): Promise<QueriedOperation[]>
}

/** `url` is the origin of Redsys' production or test system. */
export function redsysClient(url: string, terminal: Terminal, credentials: Credentials): RedsysClient {
  return {
    async execute(fields) {
      const body = JSON.stringify(signFields(fields, credentials))
      const text = await post(`${url}/sis/rest/trataPeticionREST`, body, {
        "content-type": "application/json",
      })
      return readAnswer(text, fields, credentials)
    },
    async query(order) {
      const headers = { "content-type": "text/xml; charset=utf-8", soapaction: "consultaOperaciones" }
      const body = queryBody(terminal, order, credentials.secret)
      return readQueryAnswer(await post(`${url}/apl02/services/SerClsWSConsulta`, body, headers), order)
    },
  }
}

/** The text of a response with status 200. Any other response leaves the outcome unknown. */
async function post(url: string, body: string, headers: Record<string, string>): Promise<string> {
  const response = await request(url, { method: "POST", dispatcher, headers, body }).catch(unreachable)
  const text = await response.body.text().catch(unreachable)
  if (response.statusCode === 200) return text
  throw new BankError(
    "unexpected_status",
    "unknown",
    `Redsys answered with the status ${response.statusCode}`
  )
}

function unreachable(cause: unknown): never {
  throw new BankError("unreachable", "unknown", "Redsys sent no response", { cause })
}

/** An error code, which Redsys sends instead of a result, and does not sign. Response codes are part of results only. */
const Rejection = z.object({
  errorCode: z.string().regex(/^SIS\d{4}$/),
  Ds_MerchantParameters: z.undefined().optional(),
})
const SignedResult = Envelope.extend({ errorCode: z.undefined().optional() })

/** An answer that is neither a rejection nor a signed result, or both, leaves the outcome unknown. */
function readAnswer(text: string, fields: RequestFields, credentials: Credentials): ExecutedOperation {
  const body = parsed(text)
  const rejection = Rejection.safeParse(body).data
  if (rejection) return { operation: null, outcome: finalOutcome(rejection.errorCode) }
  const envelope = SignedResult.safeParse(body).data
  if (!envelope) throw malformed()
  const operation = operationIn(envelope, credentials)
  if (!answers(operation, fields)) throw malformed()
  return { operation, outcome: finalOutcome(operation.response) }
}

function operationIn(envelope: Envelope, credentials: Credentials): RedsysOperation {
  const operation = parseOperation(verified(envelope, credentials))
  if (operation) return operation
  throw malformed()
}

/** A response without a valid signature counts as no response. */
function verified(envelope: Envelope, credentials: Credentials): Record<string, unknown> {
  try {
    return verifyFields(envelope, credentials)
  } catch (cause) {
    throw new BankError("signature_invalid", "unknown", "Redsys' response has no valid signature", { cause })
  }
}

/** Whether a result is that of this request, and not the replayed result of another one. */
function answers(operation: RedsysOperation, fields: RequestFields): boolean {
  const currency = numericCodeOf(operation.currency)
  return (
    operation.order === fields.DS_MERCHANT_ORDER &&
    operation.merchant_code === fields.DS_MERCHANT_MERCHANTCODE &&
    operation.terminal === fields.DS_MERCHANT_TERMINAL &&
    operation.transaction_type === fields.DS_MERCHANT_TRANSACTIONTYPE &&
    operation.amount === Number(fields.DS_MERCHANT_AMOUNT ?? 0) &&
    // A deletion has no currency.
    currency === (fields.DS_MERCHANT_CURRENCY ?? currency)
  )
}

/** The codes of rejections in the plugin's words. All others are `invalid_request`. */
const REJECTIONS: ReadonlyMap<string, string> = new Map([
  ["SIS0054", "not_found"],
  ["SIS0056", "invalid_state"],
  ["SIS0057", "refund_exceeds_captured"],
  ["SIS0059", "not_found"],
  ["SIS0060", "invalid_state"],
  ["SIS0061", "invalid_state"],
  ["SIS0062", "capture_exceeds_authorization"],
  ["SIS0222", "invalid_state"],
  ["SIS0225", "not_found"],
])

/** The outcome, if it ends the call. Otherwise throws BankError. */
function finalOutcome(code: string): ExecutedOperation["outcome"] {
  const outcome = outcomeOfCode(code)
  if (outcome.kind === "approved" || outcome.kind === "declined") return outcome
  if (outcome.kind === "repeated")
    throw new BankError("duplicate_reference", "unknown", `the order number was used before (${code})`)
  if (outcome.kind === "configuration")
    throw new BankError("bank_configuration", "not_executed", `Redsys rejects the configuration (${code})`)
  if (outcome.kind === "rejected")
    throw new BankError(
      REJECTIONS.get(code) ?? "invalid_request",
      "not_executed",
      `Redsys rejected it (${code})`
    )
  throw new BankError("unavailable", "unknown", `Redsys could not complete the call (${code})`)
}

const malformed = () =>
  new BankError("malformed_answer", "unknown", "Redsys' response is not the result of this request")

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed()
  }
}
