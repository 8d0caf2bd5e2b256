import { setTimeout as sleep } from "node:timers/promises"
import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { problem } from "../../../domain/errors"
import { digest, newId } from "../../../domain/secrets"
import { AGENT_MODULE } from "../../../modules/agent"
import type { IdempotentRequest } from "../../../modules/agent/models/idempotency"
import type AgentService from "../../../modules/agent/service"
import { notAllowed, staffOf } from "./modules"
import { type StoredResponse, refusalAnswer } from "./problem-answer"

const POLL_MS = 50
const WAIT_TIMEOUT_MS = 30_000

/**
 * Executes a request of the staff that moves money, once per `Idempotency-Key` if it has one. The response is stored
 * for seven days, so that a double click moves money once. `id` is the id of the operation at the bank; it stays the
 * same when a request is repeated after a crash. Server errors and lock timeouts are not stored, so a retry with the
 * same key executes again.
 */
export async function oncePerKey(
  req: AuthenticatedMedusaRequest<unknown>,
  operation: string,
  run: (id: string) => Promise<StoredResponse>
): Promise<StoredResponse> {
  const key = req.get("idempotency-key")
  if (key === undefined) return run(newId("op")).catch(refusalAnswer)
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw notAllowed("Idempotency-Key must be 1 to 255 visible ASCII characters.")
  const request_hash = digest(JSON.stringify([req.path, req.validatedBody]))
  return execute(req, { owner: `staff ${staffOf(req)}`, operation, key, request_hash }, run).catch(
    refusalAnswer
  )
}

async function execute(
  req: AuthenticatedMedusaRequest<unknown>,
  request: IdempotentRequest,
  run: (id: string) => Promise<StoredResponse>
): Promise<StoredResponse> {
  const { idempotency } = req.scope.resolve<AgentService>(AGENT_MODULE)
  const proposed = newId("op")
  for (const deadline = Date.now() + WAIT_TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    const claim = await idempotency.claim(request, proposed)
    if (claim.state === "answered")
      return { status: claim.answer.status, body: JSON.parse(claim.answer.body) as object }
    if (claim.state === "claimed") return keep(req, request, () => run(claim.subject))
  }
  throw problem("request_in_progress")
}

/** 409: another request holds the lock, which says nothing about the outcome of this one. */
const IN_PROGRESS = 409

async function keep(
  req: AuthenticatedMedusaRequest<unknown>,
  request: IdempotentRequest,
  run: () => Promise<StoredResponse>
): Promise<StoredResponse> {
  const { idempotency } = req.scope.resolve<AgentService>(AGENT_MODULE)
  const letGo = idempotency.hold(request)
  try {
    const answer = await run().catch(refusalAnswer)
    const { status, body } = answer
    if (status >= 500 || status === IN_PROGRESS) await idempotency.release(request)
    else await idempotency.answer(request, { status, headers: {}, body: JSON.stringify(body) })
    return answer
  } catch (error) {
    await idempotency.release(request)
    throw error
  } finally {
    letGo()
  }
}
