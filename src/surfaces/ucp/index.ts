import { GATES } from "../../gateway/gates"
import type { Call } from "../../gateway/call"
import { read } from "../../gateway/read-members"
import { type Reply, isReply, json } from "../../gateway/reply"
import type { Surface } from "../../gateway/surface"
import { errorReply } from "./ucp-errors"
import { negotiationGate } from "./negotiation/negotiation-gate"
import { withRequestId } from "../../gateway/request-id-header"
import { signResponse } from "./signature/sign-response"
import { signatureGate } from "./signature/signature-gate"

/** The REST surface: plain JSON, in the negotiated version of UCP. */
export const ucp: Surface = {
  name: "ucp",
  gates: [...GATES, negotiationGate, signatureGate],
  cors: "all",
  read,
  write: (result, _, call) => answer(isReply(result) ? result : json(result), call),
  fail: (problem, _, call) => answer(errorReply(problem, call), call),
}

const answer = (reply: Reply, call: Call) => withRequestId(signResponse(reply, call), call)
