import { problemIn } from "../../../domain/errors"
import type { Client } from "../../../modules/oauth/models/client"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { json, type RawReply, reply } from "../../../gateway/reply"
import { authenticateClient } from "../client/authenticate-client"
import { failJson, oauthProblem } from "../oauth-errors"
import { Form } from "../parameters"
import { bindingFor } from "./bound-key"
import { crossOrigin } from "./cross-origin"
import { GRANTS, isGrantType } from "./grants"
import { withinAllowance } from "./within-allowance"

type Fields = Readonly<Record<string, string>>

/** The token endpoint (RFC 6749 §3.2). Authenticates the client before it checks the grant. */
export const token = operation({
  access: "public",
  input: Form,
  async run(form, call) {
    const client = await authenticateClient(form, call)
    const { status, headers, body } = await exchanged(form, client, call)
    return reply(status, { ...headers, ...crossOrigin(client, call) }, body)
  },
})

async function exchanged(form: Fields, client: Client, call: Call): Promise<RawReply> {
  try {
    return json(await withinAllowance(client, call, () => exchange(form, client, call)))
  } catch (thrown) {
    const problem = problemIn(thrown)
    if (!problem) throw thrown
    return failJson(problem, undefined, call)
  }
}

async function exchange(form: Fields, client: Client, call: Call): Promise<object> {
  const { grant_type } = form
  if (!grant_type) throw oauthProblem("invalid_request", "grant_type is missing.")
  if (!isGrantType(grant_type))
    throw oauthProblem("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.")
  const { token_lifetimes: lifetimes } = await policyOf(call).settings()
  const binding = await bindingFor(client, call)
  const issued = await GRANTS[grant_type]({ form, client, lifetimes, binding, call })
  const { access_token, refresh_token, expires_in, scopes, authorization_details } = issued
  const scope = scopes.join(" ")
  const details = authorization_details && { authorization_details }
  const token_type = binding.access === null ? "Bearer" : "DPoP"
  return { access_token, token_type, expires_in, refresh_token, scope, ...details }
}
