import { GATES } from "../../gateway/gates"
import type { Call } from "../../gateway/call"
import { read } from "../../gateway/read-members"
import { type Reply, isReply, json } from "../../gateway/reply"
import type { Surface } from "../../gateway/surface"
import { failed } from "./ucp-errors"
import { negotiated } from "./negotiation/negotiation-gate"
import { identified } from "../../gateway/identified"
import { signedAnswer } from "./signature/sign-response"
import { signed } from "./signature/signature-gate"

/** The REST surface: plain JSON, in the negotiated version of UCP. */
export const ucp: Surface = {
  name: "ucp",
  gates: [...GATES, negotiated, signed],
  cors: "all",
  read,
  write: (result, _, call) => answer(isReply(result) ? result : json(result), call),
  fail: (problem, _, call) => answer(failed(problem, call), call),
}

const answer = (reply: Reply, call: Call) => identified(signedAnswer(reply, call), call)
