import type { Problem } from "../domain/errors"
import { type Flavor, NAMESPACES } from "../domain/scopes"
import type { Call } from "./call"

/**
 * The headers of an error response: which server issues tokens for this surface (RFC 9728 §5.1), which scope is missing
 * (RFC 6750 §3.1), and when to retry.
 */
export function refusalHeaders(
  { code, data }: Problem,
  flavor: Flavor,
  { base_url }: Call
): Record<string, string> {
  const metadata = `${base_url}/.well-known/oauth-protected-resource/${NAMESPACES[flavor]}`
  const challenge = `Bearer realm="${base_url}", resource_metadata="${metadata}"`
  switch (code) {
    case "unauthorized":
      return { "WWW-Authenticate": data.reason ? `${challenge}, error="invalid_token"` : challenge }
    case "signature_missing":
    case "signature_invalid":
    case "key_not_found":
      return { "WWW-Authenticate": challenge }
    case "a2a_client_revoked":
      return { "WWW-Authenticate": `${challenge}, error="invalid_token"` }
    case "scope_denied":
      return {
        "WWW-Authenticate": `${challenge}, error="insufficient_scope", scope="${data.required_scope}"`,
      }
    case "rate_limited":
      return { "Retry-After": String(data.retry_after) }
    case "surface_disabled":
      return { "Retry-After": "3600" }
    default:
      return {}
  }
}
