import { problem } from "../domain/errors"
import { isWithinHours } from "../domain/hours"
import { Networks } from "../domain/networks"
import { exceededOf } from "../domain/rate-limit"
import type { Scope } from "../domain/scopes"
import type { Admission } from "../modules/policy/models/admission"
import { admissionOf, isEnabled, isOpen, policyOf } from "./admission"
import { type Call, callerOf } from "./call"
import { audited, checkScope } from "./refusals"
import type { Gate, SurfaceName } from "./surface"

/** Gate 0: the merchant has switched the surface on. Documents for discovery answer all the same. */
export const surfaceEnabled: Gate = async (call, { operation: { access } }, { name }) => {
  if (access === "discovery") return
  if (!isEnabled(await admissionOf(call, access, name), name)) throw problem("surface_disabled")
}

/** A call that needs a token. */
interface Entering {
  readonly call: Call
  readonly access: Scope | "any_token"
  readonly surface: SurfaceName
  readonly admission: Admission
}

/** What a gate of every operation that needs a token looks at. Throws the problem of whom it refuses. */
type Check = (entering: Entering) => void | Promise<void>

/** Gate 1: a live bearer token of this very surface (spec: Authentication rules 1 to 3). */
const authenticate: Check = ({ call, surface, admission }) => {
  const { flavor, client_status, bearer } = admission
  if (flavor === surface && client_status === "revoked") throw problem("a2a_client_revoked")
  if (!bearer) throw problem("unauthorized", call.headers.authorization ? { reason: "invalid_token" } : {})
  call.caller = bearer
}

/** Gate 2: the token holds exactly the scope the operation needs (spec: Authentication rule 4). */
const authorize: Check = ({ call, access }) => {
  if (access !== "any_token") checkScope(access, call)
}

/** Gate 3: the call comes from an address the merchant accepts. An empty whitelist accepts all. */
const ipAllowed: Check = ({ call, admission: { ip_allow } }) => {
  if (ip_allow?.length && !Networks.of(ip_allow).has(call.ip)) throw problem("ip_not_allowed")
}

/** Gate 4: the merchant accepts calls now, by the database's clock. */
const withinHours: Check = ({ admission: { hours, at } }) => {
  if (!isWithinHours(hours, at)) throw problem("outside_hours")
}

/** Gate 5: the client has room left in its minute, hour and day. What an earlier gate refuses is not counted. */
const withinRate: Check = async ({ call, admission: { counted, usage, limits } }) => {
  if (counted) return
  const client_id = callerOf(call).client_id
  const full = usage ?? (await policyOf(call).admissions.count({ client_id, limits }))
  if (full) throw problem("rate_limited", { ...exceededOf(full, limits) })
}

const CHECKS = [authenticate, authorize, ipAllowed, withinHours, withinRate]

/** The gates of an operation that needs a token. Whom they refuse, and why, is counted in the merchant's audit. */
const mayEnter: Gate = async (call, { operation: { access } }, { name: surface }) => {
  if (isOpen(access)) return
  const admission = await admissionOf(call, access, surface)
  await audited(admission.client_id, call, async () => {
    for (const check of CHECKS) await check({ call, access, surface, admission })
  })
}

/**
 * Every gate of the agents' surfaces, in the order in which they answer (spec: Authentication rule 5). Whitelist and
 * hours of a whole surface are set for A2A only; a client may have its own on any.
 */
export const GATES: readonly Gate[] = [surfaceEnabled, mayEnter]
