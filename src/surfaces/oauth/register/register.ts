import { z } from "@medusajs/framework/zod"
import type { Registered } from "../../../modules/oauth/clients"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { takeAttempt, tooMany } from "../attempts"
import { oauthProblem } from "../oauth-errors"
import { oauthOf } from "../oauth-module"
import { GRANTS } from "../token/grants"
import { admitRegistrant } from "./admit-registrant"
import { ClientMetadata } from "./client-metadata"

/** How many clients may be registered from one network, and in how many seconds. */
const ALLOWANCE = { limit: 20, seconds: 3600 }

/** Dynamic client registration (RFC 7591 §3). The response is the only place where the secret appears. */
export const register = operation({
  access: "public",
  input: z.record(z.string(), z.unknown(), { error: "The metadata must be sent as a JSON object." }),
  async run(input, call) {
    const { approval_required } = await admitRegistrant(call)
    const metadata = parseMetadata(input)
    if (!(await takeAttempt("registration", ALLOWANCE, call)))
      throw tooMany("Too many clients were registered from this address.", ALLOWANCE)
    const registered = await oauthOf(call).clients.register({
      client_type: metadata.client_type,
      flavor: metadata.flavor,
      name: metadata.client_name,
      auth_method: metadata.token_endpoint_auth_method,
      application_type: metadata.application_type,
      redirect_uris: metadata.redirect_uris,
      scopes: metadata.scopes,
      jwks: metadata.jwks,
      created_ip: call.ip,
      status: approval_required ? "pending" : "approved",
    })
    return json(information(registered), 201)
  },
})

function parseMetadata(input: Record<string, unknown>): ClientMetadata {
  const parsed = ClientMetadata.safeParse(input)
  if (parsed.success) return parsed.data
  const about = (path: PropertyKey[]) => path[0] === "redirect_uris"
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)
  const error = parsed.error.issues.every(({ path }) => about(path))
    ? "invalid_redirect_uri"
    : "invalid_client_metadata"
  throw oauthProblem(error, faults.join("; "))
}

/**
 * The client information response (RFC 7591 §3.2.1): the values as registered, which may differ from the requested
 * ones.
 */
function information({ client, secret }: Registered): object {
  return {
    client_id: client.id,
    ...(secret && { client_secret: secret, client_secret_expires_at: 0 }),
    client_id_issued_at: Math.floor(client.created_at.getTime() / 1000),
    client_name: client.name,
    client_type: client.client_type,
    redirect_uris: client.redirect_uris,
    scopes: client.scopes,
    scope: client.scopes.join(" "),
    application_type: client.application_type,
    token_endpoint_auth_method: client.auth_method,
    ...(client.jwks && { token_endpoint_auth_signing_alg: "ES256", jwks: client.jwks }),
    grant_types: Object.keys(GRANTS),
    response_types: ["code"],
  }
}
