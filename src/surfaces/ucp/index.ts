import { refusalHeaders } from "../challenge"
import { GATES } from "../gates"
import { HTTP_STATUS } from "../http-status"
import { isReply, json } from "../reply"
import type { Surface } from "../surface"
import { read } from "./read"

/** The REST surface: plain JSON, and errors as `{ code, message, data: { status } }` (spec: Errors). */
export const ucp: Surface = {
  name: "ucp",
  gates: GATES,
  cors: "all",
  read,
  write: (result) => (isReply(result) ? result : json(result)),
  fail(problem, _, call) {
    const { code, message, data } = problem
    const status = HTTP_STATUS[code]
    return json({ code, message, data: { status, ...data } }, status, refusalHeaders(problem, "ucp", call))
  },
}
