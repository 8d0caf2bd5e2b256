import type { LiveToken } from "../../../modules/oauth/introspection"
import type { Client } from "../../../modules/oauth/models/client"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { proveClient } from "../client/authenticate-client"
import { oauthProblem } from "../oauth-errors"
import { oauthOf } from "../oauth-module"
import { Form } from "../parameters"

/**
 * Returns to a client whether one of its own tokens is active (RFC 7662). Unknown, expired and foreign tokens, and all
 * tokens of a revoked client, give the same response.
 */
export const introspect = operation({
  access: "public",
  input: Form,
  async run(form, call) {
    const client = await proveClient(form, call)
    if (!form.token) throw oauthProblem("invalid_request", "token is missing.")
    const token = await oauthOf(call).tokens.findLive(form.token, client.id)
    return token ? described(token, client, call) : { active: false }
  },
})

function described(token: LiveToken, client: Client, call: Call): object {
  return {
    active: true,
    scope: token.scopes.join(" "),
    ...(token.authorization_details && { authorization_details: token.authorization_details }),
    client_id: client.metadata_url ?? client.id,
    client_type: client.client_type,
    sub: token.actor_id,
    actor_type: token.actor_type,
    aud: token.resource,
    iss: call.base_url,
    iat: seconds(token.created_at),
    exp: seconds(token.expires_at),
    ...(token.jkt !== null && { cnf: { jkt: token.jkt } }),
    ...(token.kind === "access" && { token_type: token.jkt === null ? "Bearer" : "DPoP" }),
  }
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)
