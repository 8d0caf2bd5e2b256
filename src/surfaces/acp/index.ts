import type { Call } from "../call"
import { GATES } from "../gates"
import { identified } from "../identified"
import type { AnyOperation } from "../operation"
import { read as readMembers } from "../read-members"
import { isReply, json, type Reply } from "../reply"
import type { Asked, Surface } from "../surface"
import { cancelSession } from "./checkout/cancel"
import { failed } from "./errors"
import { keyIn } from "./keyed"
import { versioned } from "./version-gate"

/** The Agentic Commerce Protocol: plain JSON, in the one supported version. */
export const acp: Surface = {
  name: "acp",
  gates: [...GATES, versioned],
  cors: "all",
  read,
  write: (result, _, call) => answer(isReply(result) ? result : json(result), call),
  fail: (problem, _, call) => answer(failed(problem, call), call),
}

/**
 * Parses a call. The body of a cancellation only explains it and is ignored, so it cannot be invalid (ACP: Intent
 * traces).
 */
function read(call: Call, operation: AnyOperation): Asked {
  return operation === cancelSession ? { operation, input: call.params } : readMembers(call, operation)
}

/** Adds the request's id and idempotency key to a response (ACP: Checkout, headers). */
function answer(reply: Reply, call: Call): Reply {
  const key = call.method === "POST" ? keyIn(call) : undefined
  const { headers, ...rest } = identified(reply, call)
  return { ...rest, headers: { ...headers, ...(key && { "Idempotency-Key": key }) } }
}
