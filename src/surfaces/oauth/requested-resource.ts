import type { Flavor } from "../../domain/scopes"
import type OAuthService from "../../modules/oauth/service"
import { flavorBy, INFERRED } from "./register/client-metadata"

/**
 * Whether a requested resource (RFC 8707) is a surface: its own address, or that of its MCP server, which the same tokens
 * are for. MCP clients name the address that they connect to.
 */
export function isResource(requested: string, own: string): boolean {
  return requested === own || requested === `${own}/mcp`
}

/**
 * The surface that a request is for: that of its `resource`, or without a known one that to which all of its scopes belong.
 * The shopping surface if there is neither.
 */
export function requestedFlavor(
  { resource, scope }: { readonly resource?: string | undefined; readonly scope?: string | undefined },
  oauth: OAuthService
): Flavor {
  const named = INFERRED.find((flavor) => resource && isResource(resource, oauth.resourceOf(flavor)))
  return named ?? flavorBy(scope?.split(" ") ?? [])
}
