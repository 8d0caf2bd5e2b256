import { setTimeout as sleep } from "node:timers/promises"
import { type Problem, problem, problemIn } from "../../domain/errors"
import { AGENT_MODULE } from "../../modules/agent"
import type { KeyedRequest, StoredAnswer } from "../../modules/agent/models/idempotency"
import type AgentService from "../../modules/agent/service"
import type { Call } from "../call"
import { HTTP_STATUS } from "../http-status"
import type { Keeping } from "./kept-answer"
import { type RawReply, reply } from "../reply"

const POLL_MS = 50

/** A request with a key, as it is executed. */
export interface Execution {
  readonly request: KeyedRequest
  readonly keeping: Keeping
  /** How long to wait for the answer while somebody else executes the request. */
  readonly patience_ms: number
  /** `subject` is the id of what is made: the same when a crashed request is sent again with its key. */
  run(subject: string): Promise<RawReply>
  /** Tells a refusal in the words of the surface. */
  refuse(refusal: Problem): RawReply
}

/** An answer, and whether it was given before. */
export interface Answered {
  readonly answer: RawReply
  readonly is_replayed: boolean
}

/**
 * Executes a request once for its key: whoever sends it again is given the same answer, to the byte. `proposed` is the
 * subject of the first attempt. Throws `idempotency_conflict` for another request with the key, and `request_in_progress`
 * when the first takes too long.
 */
export async function once(execution: Execution, proposed: string, call: Call): Promise<Answered> {
  const { request, keeping, patience_ms, run } = execution
  const { idempotency } = call.container.resolve<AgentService>(AGENT_MODULE)
  const deadline = Date.now() + patience_ms
  for (;;) {
    const claim = await idempotency.claim(request, proposed)
    if (claim.state === "answered") return { answer: replayed(claim.answer, keeping), is_replayed: true }
    if (claim.state === "claimed")
      return { answer: await execute(execution, () => run(claim.subject), call), is_replayed: false }
    if (Date.now() >= deadline) throw problem("request_in_progress")
    await sleep(POLL_MS)
  }
}

/** What broke is not kept: whoever sends it again has it tried again. */
async function execute(
  { request, keeping, refuse }: Execution,
  run: () => Promise<RawReply>,
  call: Call
): Promise<RawReply> {
  const { idempotency } = call.container.resolve<AgentService>(AGENT_MODULE)
  const letGo = idempotency.hold(request)
  try {
    const answered = await run().catch((thrown: unknown) => refuse(refusalIn(thrown)))
    const { status, headers, body } = answered
    await idempotency.answer(request, { status, headers, body: keeping.wrap(String(body)) })
    return answered
  } catch (error) {
    await idempotency.release(request)
    throw error
  } finally {
    letGo()
  }
}

function refusalIn(thrown: unknown): Problem {
  const refusal = problemIn(thrown)
  // That somebody else is at it says nothing of what comes of it.
  if (!refusal || refusal.code === "request_in_progress" || HTTP_STATUS[refusal.code] >= 500) throw thrown
  return refusal
}

function replayed({ status, headers, body }: StoredAnswer, { unwrap }: Keeping): RawReply {
  return reply(status, { ...headers }, unwrap(body))
}
