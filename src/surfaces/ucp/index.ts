import { GATES } from "../gates"
import type { Call } from "../call"
import { read } from "../read-members"
import { type Reply, isReply, json } from "../reply"
import type { Surface } from "../surface"
import { failed } from "./errors"
import { negotiated } from "./negotiation/gate"
import { identified } from "../identified"
import { signedAnswer } from "./signature/answer"
import { signed } from "./signature/gate"

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
