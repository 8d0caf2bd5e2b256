import type { Call } from "../../../gateway/call"
import { isOwnMethod } from "../methods"
import type { Dialect, RpcRequest } from "./dialect"
import { official } from "./official-dialect"
import { isOfficialMethod } from "./official-methods"
import { own } from "./own-dialect"
import { namedVersion, versionOf } from "./a2a-version"

/** Methods that this surface's own dialect and A2A 0.3 both have, with different parameters and results. */
const SHARED = ["tasks/get", "tasks/cancel"]

/**
 * The dialect of a request. The own dialect has the methods that A2A does not have, and the shared ones when they
 * have a `task_id`; all others are official, in the version that the caller names. Throws `version_not_supported`.
 */
export function dialectOf(request: RpcRequest, call: Call): Dialect {
  if (isOwn(request, namedVersion(call))) return own
  return official(versionOf(call), request.method)
}

/**
 * The dialect for refusing a request that cannot be read: by the named version, or else by the method it seems to
 * call.
 */
export function dialectToRefuse(body: unknown, call: Call): Dialect {
  const named = namedVersion(call)
  if (named) return official(named === "0.3" ? "0.3" : "1.0")
  const { method, params } = (body ?? {}) as { method?: unknown; params?: unknown }
  if (typeof method !== "string" || isOwn({ method, params: Object(params) as object }, named)) return own
  return official("0.3")
}

interface Called {
  readonly method: string
  readonly params: object
}

function isOwn({ method, params }: Called, named: string): boolean {
  if (!SHARED.includes(method)) return isOwnMethod(method) || !(named || isOfficialMethod(method))
  return "task_id" in params || !("id" in params || named)
}
