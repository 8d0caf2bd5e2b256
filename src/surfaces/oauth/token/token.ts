import { operation } from "../../operation"
import { oauthProblem } from "../errors"
import { Form } from "../parameters"
import { authenticateClient } from "./authenticate-client"
import { GRANTS, isGrantType } from "./grants"

/** The token endpoint (RFC 6749 §3.2): the client proves itself, then its grant is looked at. */
export const token = operation({
  access: "public",
  input: Form,
  async run(form, call) {
    const client = await authenticateClient(form, call)
    const { grant_type } = form
    if (!grant_type) throw oauthProblem("invalid_request", "grant_type is missing.")
    if (!isGrantType(grant_type))
      throw oauthProblem("unsupported_grant_type", "This grant_type is not offered.")
    const { access_token, refresh_token, expires_in, scopes } = await GRANTS[grant_type](form, client, call)
    return { access_token, token_type: "Bearer", expires_in, refresh_token, scope: scopes.join(" ") }
  },
})
