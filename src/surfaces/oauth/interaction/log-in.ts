import { z } from "@medusajs/framework/zod"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { type RawReply, redirect } from "../../../gateway/reply"
import { endpointOf, oauthOf } from "../oauth-module"
import { Form } from "../parameters"
import { requireStoredSession } from "./browser-session"
import { checkPassword } from "./check-password"
import { type Interaction, postedInteractionOf, requestEnded } from "./interaction"
import { beginLogin, QUARTER_HOUR } from "./login-attempts"
import { CONSENTERS } from "./person"
import { renderLogin } from "./render-page"

const Login = z.object({
  email: z.string().default(""),
  password: z.string().default(""),
  kind: z.enum(["user", "customer"]),
  token: z.string().optional(),
})

/**
 * Logs a person in for this request only and redirects to the consent page, or shows the login page again with the fault.
 * It begins no session of the store, so a staff member is not left logged in to the admin.
 */
export const logIn = operation({
  access: "public",
  input: Form.pipe(Login),
  async run({ email, password, kind, token }, call) {
    requireStoredSession(call)
    const interaction = await postedInteractionOf(call, token)
    if (!CONSENTERS[interaction.client.flavor].includes(kind))
      return renderLogin(interaction, call, { kind: "not_suitable" }, 403)
    const attempt = await beginLogin(call, kind, email)
    if (!attempt) return tooMany(interaction, call, email)
    const checked = await checkPassword({ email, password, kind }, call)
    if ("fault" in checked) return renderLogin(interaction, call, { kind: checked.fault, email }, 401)
    await attempt.succeeded()
    if (!(await oauthOf(call).requests.logIn(interaction.uid, checked.actor))) throw requestEnded()
    return redirect(endpointOf(call, `interaction/${interaction.uid}`))
  },
})

async function tooMany(interaction: Interaction, call: Call, email: string): Promise<RawReply> {
  const page = await renderLogin(interaction, call, { kind: "too_many_attempts", email }, 429)
  return { ...page, headers: { ...page.headers, "Retry-After": String(QUARTER_HOUR) } }
}
