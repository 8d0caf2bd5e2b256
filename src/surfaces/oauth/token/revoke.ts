import { operation } from "../../../gateway/operation"
import { reply } from "../../../gateway/reply"
import { proveClient } from "../client/authenticate-client"
import { oauthProblem } from "../oauth-errors"
import { oauthOf } from "../oauth-module"
import { Form } from "../parameters"

/**
 * Revokes a token of the requesting client (RFC 7009). The response is the same when there was nothing to revoke.
 * `token_type_hint` is ignored, because the token is found without it.
 */
export const revoke = operation({
  access: "public",
  input: Form,
  async run(form, call) {
    const client = await proveClient(form, call)
    if (!form.token) throw oauthProblem("invalid_request", "token is missing.")
    await oauthOf(call).tokens.revoke(form.token, client.id)
    return reply(200, { "Cache-Control": "no-store" })
  },
})
