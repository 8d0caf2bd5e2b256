import { GATES } from "../gates"
import { isReply, json } from "../reply"
import type { Surface } from "../surface"
import { failed } from "./errors"
import { negotiated } from "./negotiation/gate"
import { read } from "./read"

/** The REST surface: plain JSON, in the version of UCP the caller speaks. */
export const ucp: Surface = {
  name: "ucp",
  gates: [...GATES, negotiated],
  cors: "all",
  read,
  write: (result) => (isReply(result) ? result : json(result)),
  fail: (problem, _, call) => failed(problem, call),
}
