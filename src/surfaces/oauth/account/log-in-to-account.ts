import { z } from "@medusajs/framework/zod"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import type { RawReply } from "../../../gateway/reply"
import { asFailedLogin, logInByPassword } from "../interaction/login-attempts"
import { oauthOf } from "../oauth-module"
import { textsFor } from "../pages/languages"
import { type LoginFault, loginPage } from "../pages/login-page"
import { storePage } from "../pages/oauth-page"
import { Form } from "../parameters"
import { type Account, accountOf, backToAccount, requireOwnForm, tokenOf } from "./account"

const Login = z.object({
  email: z.string().default(""),
  password: z.string().default(""),
  token: z.string().optional(),
})

/**
 * `POST /account/login`: logs a customer in on the account page only, or shows the login page again with the fault, for
 * instance that the browser has sent no cookie. It begins no session of the store.
 */
export const logInToAccount = operation({
  access: "discovery",
  input: Form.pipe(Login),
  async run({ email, password, token }, call) {
    const account = await accountOf(call)
    if (!account.is_known) return backToAccount(call, { done: "no_cookie" })
    requireOwnForm(account, token, call)
    const login = await logInByPassword({ email, password, kinds: ["customer"] }, call)
    if ("fault" in login)
      return asFailedLogin(await renderAccountLogin(account, call, { kind: login.fault, email }), login.fault)
    return backToAccount(call, { secret: await oauthOf(call).accountSessions.begin(login.actor.id) })
  },
})

/** The login page of customers, with the fault of the previous attempt if there is one. */
export function renderAccountLogin(account: Account, call: Call, fault?: LoginFault): Promise<RawReply> {
  const texts = textsFor(call.headers["accept-language"])
  const { address } = account
  const intro = texts.account_log_in_intro
  const view = { address, token: tokenOf(account), intro, kinds: ["customer"] as const, fault }
  return storePage(call, texts, () => loginPage(texts, view))
}
