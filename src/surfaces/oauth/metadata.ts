import { z } from "@medusajs/framework/zod"
import { CARD_CHARGES } from "../../domain/card-mandate"
import { problem } from "../../domain/errors"
import {
  basicScopesOf,
  type Flavor,
  FLAVORS,
  MCP_FLAVORS,
  mcpPathOf,
  NAMESPACES,
  SCOPES,
  scopesOf,
} from "../../domain/scopes"
import { AUTH_METHODS } from "../../modules/oauth/models/client"
import { policyOf } from "../../gateway/admission"
import type { Call } from "../../gateway/call"
import { PROOF_ALGORITHMS } from "../../gateway/dpop/verify-proof"
import { document } from "../../gateway/document"
import { operation } from "../../gateway/operation"
import { endpointOf, oauthOf } from "./oauth-module"
import { LANGUAGES } from "./pages/languages"
import { ASSERTION_ALGORITHMS } from "./register/client-keys"
import { GRANTS } from "./token/grants"

/** The authentication methods, which are the same for every endpoint that authenticates clients. */
const AUTHENTICATION = Object.fromEntries(
  ["token", "introspection", "revocation"].flatMap((endpoint) => [
    [`${endpoint}_endpoint_auth_methods_supported`, AUTH_METHODS],
    [`${endpoint}_endpoint_auth_signing_alg_values_supported`, ASSERTION_ALGORITHMS],
  ])
)

/** The authorization server's metadata (RFC 8414). */
export const authorizationServerMetadata = operation({
  access: "discovery",
  input: z.unknown(),
  async run(_, call) {
    const { registration, registration_requires_pushed } = await policyOf(call).settings()
    return document(
      {
        issuer: call.base_url,
        authorization_endpoint: endpointOf(call, "authorize"),
        pushed_authorization_request_endpoint: endpointOf(call, "par"),
        require_pushed_authorization_requests: registration_requires_pushed,
        token_endpoint: endpointOf(call, "token"),
        client_id_metadata_document_supported: registration === "open",
        ...(registration !== "closed" && { registration_endpoint: endpointOf(call, "register") }),
        introspection_endpoint: endpointOf(call, "introspect"),
        revocation_endpoint: endpointOf(call, "revoke"),
        scopes_supported: Object.keys(SCOPES),
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: Object.keys(GRANTS),
        code_challenge_methods_supported: ["S256"],
        ...AUTHENTICATION,
        dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
        authorization_details_types_supported: [CARD_CHARGES],
        authorization_response_iss_parameter_supported: true,
        ui_locales_supported: LANGUAGES.map(({ lang }) => lang),
        protected_resources: FLAVORS.map((flavor) => oauthOf(call).resourceOf(flavor)),
      },
      call
    )
  },
})

/**
 * The metadata of a protected resource (RFC 9728): the whole store, or the surface in the path. Each document is served
 * at the address that §3.1 derives from its `resource`, because a client must reject a document of another resource.
 */
export const protectedResourceMetadata = operation({
  access: "discovery",
  input: z.unknown(),
  run: async (_, call) => {
    const flavor = flavorIn(call)
    if (!flavor) return resourceDocument(call.base_url, Object.keys(SCOPES), call)
    return resourceDocument(oauthOf(call).resourceOf(flavor), scopesOf(flavor), call)
  },
})

/**
 * The same of a surface's MCP server. Its scopes are the basic ones: MCP clients register and request all scopes that
 * they find here, and more would wait for the merchant's approval.
 */
export const mcpResourceMetadata = operation({
  access: "discovery",
  input: z.unknown(),
  run: async (_, call) => {
    const flavor = MCP_FLAVORS.find((one) => one === flavorIn(call))
    if (!flavor) throw problem("not_found")
    return resourceDocument(`${call.base_url}/${mcpPathOf(flavor)}`, basicScopesOf(flavor), call)
  },
})

function resourceDocument(resource: string, scopes: readonly string[], call: Call) {
  return document(
    {
      resource,
      authorization_servers: [call.base_url],
      scopes_supported: scopes,
      bearer_methods_supported: ["header"],
      dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
    },
    call
  )
}

function flavorIn({ params }: Call): Flavor | undefined {
  if (params.namespace === undefined) return undefined
  const flavor = FLAVORS.find((one) => NAMESPACES[one] === `${params.namespace}/v1`)
  if (!flavor) throw problem("not_found")
  return flavor
}
