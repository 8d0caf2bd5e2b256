import { GATES } from "../gates"
import { isReply, json } from "../reply"
import type { Surface } from "../surface"
import { ofCustomer } from "./customer"
import { failed } from "./errors"
import { read } from "../read-members"

/** The surface of the customer's own app: plain REST, limited to the one customer that the token belongs to. */
export const app: Surface = {
  name: "app",
  gates: [...GATES, ofCustomer],
  cors: "all",
  read,
  write: (result) => (isReply(result) ? result : json(result)),
  fail: (problem, _, call) => failed(problem, call),
}
