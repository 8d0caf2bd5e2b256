import type { Problem } from "../../domain/errors"
import type { Call } from "../../gateway/call"
import { refusalHeaders } from "../../gateway/challenge"
import { GATES } from "../../gateway/gates"
import { HTTP_STATUS } from "../../gateway/http-status"
import { isReply, json } from "../../gateway/reply"
import type { Surface } from "../../gateway/surface"
import { own, ownError } from "./dialects/own-dialect"
import { readBound } from "./dialects/rest/bound-endpoint"
import { restError } from "./dialects/rest/rest-errors"
import { readEnvelope } from "./envelope"

/** The JSON-RPC endpoint: one URL for every method and skill, in every dialect. */
export const a2aRpc: Surface = {
  name: "a2a",
  gates: GATES,
  cors: "all",
  read: readEnvelope,
  write: (result, { rpc_id }) => (isReply(result) ? result : json({ jsonrpc: "2.0", id: rpc_id, result })),
  fail: (problem, request, call) => (request?.fail ?? own.fail)(problem, request, call),
}

/** The surface's URLs except the JSON-RPC endpoint: the same gates and the same form of errors, but with an HTTP status for each error. */
export const a2a: Surface = {
  name: "a2a",
  gates: GATES,
  cors: "all",
  read: (call, operation) => ({ operation, input: call.params }),
  write: (result) => (isReply(result) ? result : json(result)),
  fail: (problem: Problem, request, call: Call) =>
    json(ownError(problem, request, call), HTTP_STATUS[problem.code], refusalHeaders(problem, "a2a", call)),
}

/** The HTTP+JSON binding of A2A 1.0: the same operations at a URL each, with `google.rpc.Status` as the form of errors. */
export const a2aRest: Surface = {
  name: "a2a",
  gates: GATES,
  cors: "all",
  read: readBound,
  write: (result) => (isReply(result) ? result : json(result)),
  fail: (problem, _, call) => restError(problem, call),
}
