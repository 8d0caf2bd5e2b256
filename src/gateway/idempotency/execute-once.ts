import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { decrypt, encrypt } from "../../domain/encryption"
import { type Problem, problem, problemIn } from "../../domain/errors"
import { AGENT_MODULE } from "../../modules/agent"
import type { IdempotentRequest, StoredAnswer } from "../../modules/agent/models/idempotency"
import type AgentService from "../../modules/agent/service"
import { policyOf } from "../admission"
import type { Call } from "../call"
import { HTTP_STATUS } from "../http-status"
import { type RawReply, reply } from "../reply"

const POLL_MS = 50

/** How the body of a stored response is written and read. */
export interface BodyEncoding {
  wrap(body: string): string
  unwrap(stored: string): string
}

/** Stores the body unchanged. */
export const PLAIN: BodyEncoding = { wrap: (body) => body, unwrap: (stored) => stored }

/**
 * Encrypts the body, because it contains a secret. Without an encryption key it is stored in plain text: no response
 * contains a secret then.
 */
export function encryptedFor(call: Call, { owner, operation, key }: IdempotentRequest): BodyEncoding {
  const { encryption_key } = policyOf(call).options
  if (!encryption_key) return PLAIN
  const about = `answer ${owner} ${operation} ${key}`
  return {
    wrap: (body) => encrypt(body, about, encryption_key),
    unwrap: (stored) => decrypt(stored, about, encryption_key),
  }
}

/** The execution of a request with an idempotency key. */
export interface Execution {
  readonly request: IdempotentRequest
  readonly encoding: BodyEncoding
  /** How long to wait for the response while another process executes the request. */
  readonly wait_timeout_ms: number
  /**
   * `subject` is the id of what is created. It stays the same when a request is repeated with its key after a crash.
   */
  run(subject: string): Promise<RawReply>
  /** Formats a refusal as the surface's response. */
  refuse(refusal: Problem): RawReply
}

/** A response, and whether it is a stored one. */
export interface Answered {
  readonly answer: RawReply
  readonly is_replayed: boolean
}

/**
 * Executes a request once per key; a repeated request gets the stored response, byte for byte. `proposed` is the
 * subject of the first attempt. Throws `idempotency_conflict` for another request with the same key, and
 * `request_in_progress` when the first one takes too long.
 */
export async function once(
  execution: Execution,
  proposed: string,
  container: MedusaContainer
): Promise<Answered> {
  const { request, encoding, wait_timeout_ms, run } = execution
  const { idempotency } = container.resolve<AgentService>(AGENT_MODULE)
  const deadline = Date.now() + wait_timeout_ms
  for (;;) {
    const claim = await idempotency.claim(request, proposed)
    if (claim.state === "answered") return { answer: replayed(claim.answer, encoding), is_replayed: true }
    if (claim.state === "claimed")
      return { answer: await execute(execution, () => run(claim.subject), container), is_replayed: false }
    if (Date.now() >= deadline) throw problem("request_in_progress")
    await sleep(POLL_MS)
  }
}

/** Stores the response, unless it is a server error, so that a retry with the same key executes again. */
async function execute(
  { request, encoding, refuse }: Execution,
  run: () => Promise<RawReply>,
  container: MedusaContainer
): Promise<RawReply> {
  const { idempotency } = container.resolve<AgentService>(AGENT_MODULE)
  const stopRenewing = idempotency.renew(request)
  try {
    const answered = await run().catch((thrown: unknown) => refuse(refusalIn(thrown)))
    const { status, headers, body } = answered
    await idempotency.answer(request, { status, headers, body: encoding.wrap(String(body)) })
    return answered
  } catch (error) {
    await idempotency.release(request)
    throw error
  } finally {
    stopRenewing()
  }
}

function refusalIn(thrown: unknown): Problem {
  const refusal = problemIn(thrown)
  // Server errors, and a lock held by another request, say nothing about the outcome of this request.
  if (!refusal || refusal.code === "request_in_progress" || HTTP_STATUS[refusal.code] >= 500) throw thrown
  return refusal
}

function replayed({ status, headers, body }: StoredAnswer, { unwrap }: BodyEncoding): RawReply {
  return reply(status, { ...headers }, unwrap(body))
}
