import type { Problem } from "../../domain/errors"
import type { Call } from "../call"
import { refusalHeaders } from "../challenge"
import { GATES } from "../gates"
import { HTTP_STATUS } from "../http-status"
import { isReply, json } from "../reply"
import type { Asked, Surface } from "../surface"
import { readEnvelope } from "./envelope"
import { A2A_ERRORS } from "./errors"

function errorBody({ code, message, data }: Problem, asked: Asked | undefined) {
  return {
    jsonrpc: "2.0",
    id: asked?.rpc_id ?? null,
    error: { code: A2A_ERRORS[code].rpc, message, data: { code, ...data } },
  }
}

/** The JSON-RPC endpoint: one address for every method and skill. */
export const a2aRpc: Surface = {
  name: "a2a",
  gates: GATES,
  cors: "all",
  read: readEnvelope,
  write: (result, { rpc_id }) => json({ jsonrpc: "2.0", id: rpc_id, result }),
  fail: (problem: Problem, asked, call: Call) =>
    json(errorBody(problem, asked), A2A_ERRORS[problem.code].http, refusalHeaders(problem, "a2a", call)),
}

/** The surface's other addresses: the same gates and the same envelope for errors, with a status that tells. */
export const a2a: Surface = {
  name: "a2a",
  gates: GATES,
  cors: "all",
  read: (call, operation) => ({ operation, input: call.params }),
  write: (result) => (isReply(result) ? result : json(result)),
  fail: (problem, asked, call) =>
    json(errorBody(problem, asked), HTTP_STATUS[problem.code], refusalHeaders(problem, "a2a", call)),
}
