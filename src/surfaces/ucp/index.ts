import { refusalHeaders } from "../challenge"
import { GATES } from "../gates"
import { HTTP_STATUS } from "../http-status"
import { isReply, json } from "../reply"
import type { Surface } from "../surface"
import { versionOf } from "./negotiation/agreement"
import { errorBody, errorEnvelope, messageOf } from "./errors"
import { negotiated } from "./negotiation/gate"
import { read } from "./read"
import { signedAnswer } from "./signature/answer"
import { signed } from "./signature/gate"

/** The REST surface: plain JSON, in the version of UCP the caller speaks. */
export const ucp: Surface = {
  name: "ucp",
  gates: [...GATES, negotiated, signed],
  cors: "all",
  read,
  write: (result, _, call) => signedAnswer(isReply(result) ? result : json(result), call),
  fail(problem, _, call) {
    const status = HTTP_STATUS[problem.code]
    const version = versionOf(call)
    const body = status === 200 ? errorEnvelope(version, [messageOf(problem)]) : errorBody(problem, version)
    return signedAnswer(json(body, status, refusalHeaders(problem, "ucp", call)), call)
  },
}
