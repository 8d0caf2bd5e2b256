import type { Call } from "../../call"
import { isOwnMethod } from "../methods"
import type { Dialect, RpcRequest } from "./dialect"
import { official } from "./official"
import { hasMethod } from "./official-methods"
import { own } from "./own"
import { namedVersion, versionOf } from "./version"

/** Methods that the spec's own dialect and A2A 0.3 both have, with other parameters and results. */
const SHARED = ["tasks/get", "tasks/cancel"]

/**
 * The dialect of a request. The own one has the methods nobody else has, and of the shared ones those that name a
 * `task_id`; everything else is official, in the version the caller names. Throws `version_not_supported`.
 */
export function dialectOf(request: RpcRequest, call: Call): Dialect {
  const { method, params } = request
  const named = namedVersion(call)
  if (SHARED.includes(method)) {
    if ("task_id" in params || !("id" in params || named)) return own
  } else if (isOwnMethod(method)) return own
  if (!named && !hasMethod("0.3", method)) return own
  return official(versionOf(call), method)
}

/** The dialect in which a request is refused that cannot be read: the one whose version is named. */
export function dialectNamed(call: Call): Dialect {
  const named = namedVersion(call)
  if (!named) return own
  return official(named === "0.3" ? "0.3" : "1.0")
}
