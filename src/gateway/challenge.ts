import type { Problem } from "../domain/errors"
import { type Flavor, NAMESPACES } from "../domain/scopes"
import type { Call } from "./call"
import { PROOF_ALGORITHMS } from "./dpop/verify-proof"

/**
 * The headers of an error response: which server issues tokens for this surface (RFC 9728 §5.1), which scope is missing
 * (RFC 6750 §3.1), and when to retry. `resource` is the path of the protected resource whose metadata is named.
 */
export function refusalHeaders(
  { code, data }: Problem,
  flavor: Flavor,
  call: Call,
  resource: string = NAMESPACES[flavor]
): Record<string, string> {
  const challenge = (...error: string[]) => ({ "WWW-Authenticate": challengeOf(call, resource, error) })
  switch (code) {
    case "unauthorized":
      return data.reason ? challenge(`error="${tokenError(data.reason)}"`) : challenge()
    case "signature_missing":
    case "signature_invalid":
    case "key_not_found":
      return challenge()
    case "a2a_client_revoked":
      return challenge('error="invalid_token"')
    case "scope_denied":
      return challenge('error="insufficient_scope"', `scope="${data.required_scope}"`)
    case "rate_limited":
      return { "Retry-After": String(data.retry_after) }
    case "surface_disabled":
      return { "Retry-After": "3600" }
    default:
      return {}
  }
}

const tokenError = (reason: unknown) => (reason === "invalid_dpop_proof" ? reason : "invalid_token")

/**
 * The schemes with which the call can be repeated (RFC 9449 §7.1): `DPoP` alone where a token is, or must be, bound to
 * a key, otherwise also `Bearer`.
 */
function challengeOf(call: Call, resource: string, error: readonly string[]): string {
  const { base_url, credential, admission } = call
  const metadata = `${base_url}/.well-known/oauth-protected-resource/${resource}`
  const where = [`realm="${base_url}"`, `resource_metadata="${metadata}"`]
  const algs = `algs="${PROOF_ALGORITHMS.join(" ")}"`
  const fault = admission?.dpop_fault
  if (fault === "unbound" || !(credential?.proof || fault))
    return `Bearer ${[...where, ...error].join(", ")}, DPoP ${algs}`
  return `DPoP ${[...where, ...error, algs].join(", ")}`
}
