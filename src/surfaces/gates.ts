import { problem } from "../domain/errors"
import { allows } from "../domain/scopes"
import { OAUTH_MODULE } from "../modules/oauth"
import type OAuthService from "../modules/oauth/service"
import { POLICY_MODULE } from "../modules/policy"
import type PolicyService from "../modules/policy/service"
import { callerOf } from "./call"
import type { Gate, SurfaceName } from "./surface"

/** Gate 0: the merchant has switched the surface on. Documents for discovery answer all the same. */
export const surfaceEnabled: Gate = async (call, asked, surface) => {
  if (asked.operation.access === "discovery") return
  const settings = await call.container.resolve<PolicyService>(POLICY_MODULE).settings()
  const { a2a_enabled: a2a, ucp_enabled: ucp } = settings
  const on: Record<SurfaceName, boolean> = { a2a, ucp, oauth: a2a || ucp, bank: true }
  if (!on[surface.name]) throw problem("surface_disabled")
}

/** Gate 1: a live bearer token of this very surface (spec: Authentication rules 1 to 3). */
export const authenticate: Gate = async (call, asked, surface) => {
  if (isOpen(asked.operation.access)) return
  const token = bearerOf(call.headers.authorization)
  if (!token) throw problem("unauthorized")
  const access = await call.container.resolve<OAuthService>(OAUTH_MODULE).findAccess(token)
  if (access?.client_status === "revoked") throw problem("a2a_client_revoked")
  if (!access || access.flavor !== surface.name) throw problem("unauthorized", { reason: "invalid_token" })
  call.caller = access
}

/** Gate 2: the token holds exactly the scope the operation needs (spec: Authentication rule 4). */
export const authorize: Gate = (call, asked) => {
  const { access } = asked.operation
  if (access === "any_token" || isOpen(access)) return
  if (!allows(callerOf(call).scopes, access)) throw problem("scope_denied", { required_scope: access })
}

const isOpen = (access: string): access is "public" | "discovery" =>
  access === "public" || access === "discovery"

function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header ?? "")?.[1]
}
