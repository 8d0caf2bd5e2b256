import { GATES } from "../../gateway/gates"
import { isReply, json } from "../../gateway/reply"
import type { Surface } from "../../gateway/surface"
import { customerGate } from "./customer"
import { errorReply } from "./app-errors"
import { read } from "../../gateway/read-members"

/** The surface of the customer's own app: plain REST, limited to the one customer that the token belongs to. */
export const app: Surface = {
  name: "app",
  gates: [...GATES, customerGate],
  cors: "all",
  read,
  write: (result) => (isReply(result) ? result : json(result)),
  fail: (problem, _, call) => errorReply(problem, call),
}
