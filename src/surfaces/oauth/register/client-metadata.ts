import { z } from "@medusajs/framework/zod"
import { basicScopesOf, type Flavor, FLAVORS, isScope, type Scope, scopesOf } from "../../../domain/scopes"
import { nameFault } from "../../../domain/client-name"
import { AUTH_METHODS } from "../../../modules/oauth/models/client"
import { algorithmOf, ASSERTION_ALGORITHMS, ClientKeys } from "./client-keys"
import { isRegistrable } from "./redirect-uri"

const CLIENT_TYPE = new RegExp(`^(${FLAVORS.join("|")})_[a-z0-9_]{1,40}$`)

/** People read this name before they consent, so it must not be blank, disguised, or claim a verification. */
export const ClientName = z
  .string()
  .trim()
  .min(1)
  .superRefine((name, context) => {
    const message = nameFault(name)
    if (message) context.addIssue({ code: "custom", message })
  })

const RequestedMetadata = z.object({
  client_name: ClientName,
  client_type: z.string().regex(CLIENT_TYPE, `must match ${CLIENT_TYPE.source}`).optional(),
  redirect_uris: z.array(z.string().max(2000)).min(1).max(20),
  scopes: z.array(z.string()).min(1).max(50).optional(),
  scope: z.string().optional(),
  token_endpoint_auth_method: z.enum(AUTH_METHODS).default("client_secret_basic"),
  application_type: z.enum(["web", "native"]).default("web"),
  jwks: ClientKeys.optional(),
  // Fetching a URL that anyone may register would give strangers access to the store's internal network (SSRF).
  jwks_uri: z.never("is not supported: send the keys as jwks").optional(),
  token_endpoint_auth_signing_alg: z.enum(ASSERTION_ALGORITHMS).optional(),
  require_pushed_authorization_requests: z.boolean().default(false),
  dpop_bound_access_tokens: z.boolean().default(false),
})

/**
 * The registered metadata of a client (RFC 7591 §2), completed with its flavor and scopes. Unknown members are ignored,
 * and so are the keys of a client that does not use `private_key_jwt`.
 */
export const ClientMetadata = RequestedMetadata.superRefine((metadata, context) => {
  metadata.redirect_uris.forEach((uri, index) => {
    if (isRegistrable(uri, metadata.application_type)) return
    context.addIssue({
      code: "custom",
      path: ["redirect_uris", index],
      message: "must be an https URI, or an http URI of a loopback address, without fragment and credentials",
    })
  })
  if (metadata.token_endpoint_auth_method === "private_key_jwt" && !metadata.jwks)
    context.addIssue({
      code: "custom",
      path: ["jwks"],
      message: "must contain the client's public keys, because it uses private_key_jwt",
    })
  const { jwks, token_endpoint_auth_signing_alg: alg } = metadata
  if (alg && jwks && !jwks.keys.some((key) => algorithmOf(key) === alg))
    context.addIssue({ code: "custom", path: ["jwks"], message: `must contain a key for ${alg}` })
}).transform((metadata, context) => {
  const fault = (message: string) => {
    context.addIssue({ code: "custom", path: ["scopes"], message })
    return z.NEVER
  }
  if (metadata.scopes && metadata.scope !== undefined) return fault("must not be sent together with scope")
  const requested = metadata.scopes ?? metadata.scope?.split(" ").filter(Boolean)
  if (requested?.length === 0) return fault("must contain at least one scope")
  const client_type = metadata.client_type ?? `${flavorBy(requested ?? [])}_agent`
  const flavor = client_type.split("_")[0] as Flavor
  const scopes = availableScopes(flavor, requested ?? [])
  const signs = metadata.token_endpoint_auth_method === "private_key_jwt"
  return { ...metadata, client_type, flavor, scopes, jwks: (signs && metadata.jwks) || null }
})
export type ClientMetadata = z.infer<typeof ClientMetadata>

/** The flavors of clients that name no `client_type`: those of agents, not of the store's own app. */
export const INFERRED: readonly Flavor[] = ["ucp", "a2a", "acp"]

/** The flavor to which all known scopes belong; the shopping surface if there is no such flavor. */
export function flavorBy(requested: readonly string[]): Flavor {
  const known = requested.filter(isScope)
  return (
    INFERRED.find((flavor) => known.length && known.every((scope) => scopesOf(flavor).includes(scope))) ??
    "ucp"
  )
}

/**
 * The requested scopes that exist on the client's surface, or the basic ones if none does. Clients request every scope
 * that they find in metadata, also of other servers; the response names what they get (RFC 7591 §2, §3.2.1).
 */
export function availableScopes(flavor: Flavor, requested: readonly string[]): readonly string[] {
  const available = [...new Set(requested)].filter((scope) => scopesOf(flavor).includes(scope as Scope))
  return available.length ? available : basicScopesOf(flavor)
}
