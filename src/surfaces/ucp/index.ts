import { refusalHeaders } from "../challenge"
import { GATES } from "../gates"
import { HTTP_STATUS } from "../http-status"
import { isReply, json } from "../reply"
import type { Surface } from "../surface"
import { versionOf } from "./negotiation/agreement"
import { errorBody, errorEnvelope, messageOf } from "./errors"
import { negotiated } from "./negotiation/gate"
import { read } from "./read"

/** The REST surface: plain JSON, in the version of UCP the caller speaks. */
export const ucp: Surface = {
  name: "ucp",
  gates: [...GATES, negotiated],
  cors: "all",
  read,
  write: (result) => (isReply(result) ? result : json(result)),
  fail(problem, _, call) {
    const status = HTTP_STATUS[problem.code]
    const version = versionOf(call)
    const body = status === 200 ? errorEnvelope(version, [messageOf(problem)]) : errorBody(problem, version)
    return json(body, status, refusalHeaders(problem, "ucp", call))
  },
}
