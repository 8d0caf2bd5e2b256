import type { Call } from "../../gateway/call"
import { GATES } from "../../gateway/gates"
import { withRequestId } from "../../gateway/request-id-header"
import type { AnyOperation } from "../../gateway/operation"
import { read as readMembers } from "../../gateway/read-members"
import { isReply, json, type Reply } from "../../gateway/reply"
import type { ParsedRequest, Surface } from "../../gateway/surface"
import { cancelCart } from "./cart/cancel-cart"
import { cancelSession } from "./checkout/cancel-checkout"
import { errorReply } from "./acp-errors"
import { keyIn } from "./acp-idempotency"
import { versionGate } from "./version-gate"

/** The Agentic Commerce Protocol: plain JSON, in the version that the call names. */
export const acp: Surface = {
  name: "acp",
  gates: [...GATES, versionGate],
  cors: "all",
  read,
  write: (result, _, call) => answer(isReply(result) ? result : json(result), call),
  fail: (problem, _, call) => answer(errorReply(problem, call), call),
}

/**
 * Parses a call. The body of a cancellation only explains it and is ignored, so it cannot be invalid (ACP: Intent
 * traces).
 */
function read(call: Call, operation: AnyOperation): ParsedRequest {
  return operation === cancelSession || operation === cancelCart
    ? { operation, input: call.params }
    : readMembers(call, operation)
}

/** Adds the request's id and idempotency key to a response (ACP: Checkout, headers). */
function answer(reply: Reply, call: Call): Reply {
  const key = call.method === "POST" ? keyIn(call) : undefined
  const { headers, ...rest } = withRequestId(reply, call)
  return { ...rest, headers: { ...headers, ...(key && { "Idempotency-Key": key }) } }
}
