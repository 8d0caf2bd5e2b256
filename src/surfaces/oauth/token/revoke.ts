import { operation } from "../../operation"
import { reply } from "../../reply"
import { proveClient } from "../client/authenticate-client"
import { oauthProblem } from "../errors"
import { oauthOf } from "../module"
import { Form } from "../parameters"

/**
 * Revokes a token for the client it was issued to (RFC 7009). The answer is the same whether there was anything to
 * revoke; `token_type_hint` is not needed, because a token is found whatever it is.
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
