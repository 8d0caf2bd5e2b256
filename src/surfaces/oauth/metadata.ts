import { z } from "@medusajs/framework/zod"
import { type Flavor, FLAVORS, NAMESPACES, SCOPES, scopesOf } from "../../domain/scopes"
import { AUTH_METHODS } from "../../modules/oauth/models/client"
import { operation } from "../operation"
import { json } from "../reply"
import { endpointOf } from "./module"
import { GRANTS } from "./token/grants"

/** Documents anyone may keep for five minutes and read from any web page. */
const document = (content: object) =>
  json(content, 200, { "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" })

/** The authorization server's metadata (RFC 8414). */
export const authorizationServerMetadata = operation({
  access: "discovery",
  input: z.unknown(),
  run: async (_, call) =>
    document({
      issuer: call.base_url,
      authorization_endpoint: endpointOf(call, "authorize"),
      token_endpoint: endpointOf(call, "token"),
      registration_endpoint: endpointOf(call, "register"),
      scopes_supported: Object.keys(SCOPES),
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: Object.keys(GRANTS),
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: AUTH_METHODS,
      authorization_response_iss_parameter_supported: true,
      protected_resources: FLAVORS.map((flavor) => `${call.base_url}/${NAMESPACES[flavor]}`),
    }),
})

/**
 * The metadata of a protected resource (RFC 9728): of one surface, or of the whole store. Each is served where §3.1
 * derives it from `resource`, because a client must refuse a document that names another one.
 */
export const protectedResourceMetadata = (flavor?: Flavor) =>
  operation({
    access: "discovery",
    input: z.unknown(),
    run: async (_, call) =>
      document({
        resource: flavor ? `${call.base_url}/${NAMESPACES[flavor]}` : call.base_url,
        authorization_servers: [call.base_url],
        scopes_supported: flavor ? scopesOf(flavor) : Object.keys(SCOPES),
        bearer_methods_supported: ["header"],
      }),
  })
