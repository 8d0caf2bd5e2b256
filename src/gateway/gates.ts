import { problem } from "../domain/errors"
import { isWithinHours } from "../domain/hours"
import { Networks } from "../domain/networks"
import { type CountedUsage, exceededOf, type Limits } from "../domain/rate-limit"
import type { Scope } from "../domain/scopes"
import type { Admission } from "../modules/policy/models/admission"
import { admissionOf, isEnabled, isOpen, policyOf } from "./admission"
import { countAnonymous, isAnonymous } from "./anonymous"
import { type Call, callerOf } from "./call"
import { refusedToken, useProof } from "./dpop/prove-token"
import { audited, checkScope } from "./refusals"
import type { Gate, SurfaceName } from "./surface"

/** Gate 0: the merchant has enabled the surface. Discovery documents are served even when it is disabled. */
export const surfaceEnabled: Gate = async (call, { operation: { access }, is_uncounted }, { name }) => {
  if (access === "discovery") return
  const admission = await admissionOf(call, access, name, is_uncounted)
  if (!isEnabled(admission, name)) throw problem("surface_disabled")
}

/** A call to an operation that requires a token. */
interface Entering {
  readonly call: Call
  readonly access: Scope | "any_token"
  readonly surface: SurfaceName
  readonly admission: Admission
  readonly is_uncounted: boolean
}

/** A gate for operations that require a token. Throws the problem when it refuses the call. */
type Check = (entering: Entering) => void | Promise<void>

/**
 * Gate 1: a valid access token of this surface (spec: Authentication rules 1 to 3), with a new proof of its key if it is
 * bound to one.
 */
const authenticate: Check = async ({ call, surface, admission }) => {
  const { flavor, client_status, bearer } = admission
  if (flavor === surface && client_status === "revoked") throw problem("a2a_client_revoked")
  if (!bearer) throw refusedToken(call, admission)
  await useProof(call)
  call.caller = bearer
}

/** Gate 2: the token has exactly the scope that the operation requires (spec: Authentication rule 4). */
const authorize: Check = ({ call, access }) => {
  if (access !== "any_token") checkScope(access, call)
}

/** Gate 3: the client's IP address is allowed. An empty list allows all. */
const ipAllowed: Check = ({ call, admission: { ip_allow } }) => {
  if (ip_allow?.length && !Networks.of(ip_allow).has(call.ip)) throw problem("ip_not_allowed")
}

/** Gate 4: the call is within the access schedule, by the database's clock. */
const withinHours: Check = ({ admission: { hours, at } }) => {
  if (!isWithinHours(hours, at)) throw problem("outside_hours")
}

/**
 * Gate 5: the client is within its rate limits per minute, hour and day. Calls that an earlier gate refuses are not
 * counted.
 */
const withinRate: Check = async ({ call, admission: { usage, limits }, is_uncounted }) => {
  if (is_uncounted) return
  const { client_id } = callerOf(call)
  call.usage = usage ?? (await policyOf(call).admissions.count({ client_id, limits }))
  checkCounted(call.usage, limits)
}

/** The same for a call without a token: the address is within the limits for anonymous browsing. */
const addressWithinRate: Check = async ({ call, admission }) => {
  call.usage = await countAnonymous(call, admission)
  checkCounted(call.usage, admission.limits)
}

function checkCounted(usage: CountedUsage, limits: Limits): void {
  if (!usage.counted) throw problem("rate_limited", { ...exceededOf(usage, limits) })
}

const CHECKS = [authenticate, authorize, ipAllowed, withinHours, withinRate]

const ANONYMOUS_CHECKS = [ipAllowed, withinHours, addressWithinRate]

/**
 * The gates of an operation that requires a token, unless the merchant lets callers without one browse. The audit log
 * counts their refusals by reason.
 */
const mayEnter: Gate = async (call, { operation, is_uncounted = false }, { name: surface }) => {
  const { access } = operation
  if (isOpen(access)) return
  const admission = await admissionOf(call, access, surface, is_uncounted)
  const checks = isAnonymous(call, operation, admission) ? ANONYMOUS_CHECKS : CHECKS
  await audited(admission.client_id, call, async () => {
    for (const check of checks) await check({ call, access, surface, admission, is_uncounted })
  })
}

/**
 * All gates of the agents' surfaces, in the order in which they respond (spec: Authentication rule 5). Allowed
 * addresses and schedule of a whole surface exist for A2A only; a client may have its own on any surface.
 */
export const GATES: readonly Gate[] = [surfaceEnabled, mayEnter]
