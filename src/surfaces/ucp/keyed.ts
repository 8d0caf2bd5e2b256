import { setTimeout as sleep } from "node:timers/promises"
import { z } from "@medusajs/framework/zod"
import { problem, problemIn } from "../../domain/errors"
import { digest, newId } from "../../domain/secrets"
import { AGENT_MODULE } from "../../modules/agent"
import type { KeyedRequest, StoredAnswer } from "../../modules/agent/models/idempotency"
import type AgentService from "../../modules/agent/service"
import type { Call } from "../call"
import { HTTP_STATUS } from "../http-status"
import { type Operation, operation } from "../operation"
import { type RawReply, reply } from "../reply"
import { failed } from "./errors"
import { type Keeping, PLAIN, sealedFor } from "./kept-answer"
import { ownerOf } from "./session/owner"

/** An operation that changes something, and is sent again with the same key when its answer was lost. */
export interface KeyedOperation<I> extends Omit<Operation<I>, "run"> {
  /** What the key is for: the same one may be used for another thing. */
  readonly name: string
  /** How ids of what it makes begin. */
  readonly prefix: string
  /** Whether the answer has a secret in it: then it is kept sealed. */
  readonly isSecret?: boolean
  /** `subject` is the id of what is made: the same when a crashed request is sent again with its key. */
  run(input: I, call: Call, subject: string): Promise<RawReply>
}

const Key = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .optional()

/**
 * Declares an operation that is executed once for each `Idempotency-Key` (UCP: Idempotency): whoever sends the same
 * request again is given the same answer, to the byte, for seven days, also when many do so at once. Throws
 * `idempotency_conflict` for another request with the key, and `request_in_progress` when the first takes too long.
 */
export function keyed<I>(keyedOperation: KeyedOperation<I>): Operation<I, RawReply> {
  const { name, prefix, isSecret = false, run, ...rest } = keyedOperation
  return operation({
    ...rest,
    async run(input: I, call: Call) {
      const key = keyIn(call)
      const subject = newId(prefix)
      if (key === undefined) return run(input, call, subject)
      const request = { owner: ownerNameOf(call), operation: name, key, request_hash: hashOf(call) }
      const keeping = isSecret ? sealedFor(call, request) : PLAIN
      return once({ request, keeping, call, run: (subject) => run(input, call, subject) }, subject)
    },
  })
}

function keyIn({ headers }: Call): string | undefined {
  const key = Key.safeParse(headers["idempotency-key"])
  if (key.success) return key.data
  const message = "must be 1 to 255 visible ASCII characters"
  throw problem("invalid_params", { issues: [{ path: "Idempotency-Key", message }] })
}

function ownerNameOf(call: Call): string {
  const { client_id, customer_id } = ownerOf(call)
  return customer_id ? `${client_id} ${customer_id}` : client_id
}

/** The raw bytes count, and what the address names; not under which of its names it was called. */
function hashOf({ params, body }: Call): string {
  return digest(`${JSON.stringify(params)} ${digest(body ?? "")}`)
}

const POLL_MS = 50
const PATIENCE_MS = 30_000

/** A request with a key, as it is executed. */
interface Execution {
  readonly request: KeyedRequest
  readonly keeping: Keeping
  readonly call: Call
  run(subject: string): Promise<RawReply>
}

async function once(execution: Execution, proposed: string): Promise<RawReply> {
  const { request, keeping, call, run } = execution
  const { idempotency } = call.container.resolve<AgentService>(AGENT_MODULE)
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    const claim = await idempotency.claim(request, proposed)
    if (claim.state === "answered") return replayed(claim.answer, keeping)
    if (claim.state === "claimed") return execute(execution, () => run(claim.subject))
  }
  throw problem("request_in_progress")
}

/** What broke is not kept: whoever sends it again has it tried again. */
async function execute(
  { request, keeping, call }: Execution,
  run: () => Promise<RawReply>
): Promise<RawReply> {
  const { idempotency } = call.container.resolve<AgentService>(AGENT_MODULE)
  const letGo = idempotency.hold(request)
  try {
    const answered = await run().catch((thrown: unknown) => refusalIn(thrown, call))
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

function refusalIn(thrown: unknown, call: Call): RawReply {
  const refusal = problemIn(thrown)
  if (!refusal || HTTP_STATUS[refusal.code] >= 500) throw thrown
  return failed(refusal, call)
}

function replayed({ status, headers, body }: StoredAnswer, { unwrap }: Keeping): RawReply {
  return reply(status, { ...headers }, unwrap(body))
}
