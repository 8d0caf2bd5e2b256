import type { Client } from "../../../modules/oauth/models/client"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { answerClient } from "../client/answer-client"
import { oauthProblem } from "../oauth-errors"
import { Form } from "../parameters"
import { bindingFor } from "./bound-key"
import { GRANTS, isGrantType } from "./grants"
import { withinAllowance } from "./within-allowance"

type Fields = Readonly<Record<string, string>>

/** The token endpoint (RFC 6749 §3.2). Authenticates the client before it checks the grant. */
export const token = operation({
  access: "public",
  input: Form,
  run: (form, call) =>
    answerClient(form, call, async (client) =>
      json(await withinAllowance(client, call, () => exchange(form, client, call)))
    ),
})

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
