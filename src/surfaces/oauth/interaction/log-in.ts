import { z } from "@medusajs/framework/zod"
import { operation } from "../../../gateway/operation"
import { redirect } from "../../../gateway/reply"
import { endpointOf, oauthOf } from "../oauth-module"
import { Form } from "../parameters"
import { requireStoredSession } from "./browser-session"
import { postedInteractionOf, requestEnded } from "./interaction"
import { asFailedLogin, logInByPassword } from "./login-attempts"
import { CONSENTERS } from "./person"
import { renderLogin } from "./render-page"

const Login = z.object({
  email: z.string().default(""),
  password: z.string().default(""),
  token: z.string().optional(),
})

/**
 * Logs a person in for this request only, with the account of theirs that may consent, and redirects to the consent page,
 * or shows the login page again with the fault. It begins no session of the store, so a staff member is not left logged in
 * to the admin.
 */
export const logIn = operation({
  access: "public",
  input: Form.pipe(Login),
  async run({ email, password, token }, call) {
    requireStoredSession(call)
    const interaction = await postedInteractionOf(call, token)
    const kinds = CONSENTERS[interaction.client.flavor]
    const login = await logInByPassword({ email, password, kinds }, call)
    if ("fault" in login)
      return asFailedLogin(await renderLogin(interaction, call, { kind: login.fault, email }), login.fault)
    if (!(await oauthOf(call).requests.logIn(interaction.uid, login.actor))) throw requestEnded()
    return redirect(endpointOf(call, `interaction/${interaction.uid}`))
  },
})
