import { z } from "@medusajs/framework/zod"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import type { RawReply } from "../../../gateway/reply"
import { checkPassword } from "../interaction/check-password"
import { beginLogin, QUARTER_HOUR } from "../interaction/login-attempts"
import { oauthOf } from "../oauth-module"
import { textsFor } from "../pages/languages"
import { type LoginFault, loginPage } from "../pages/login-page"
import { storePage } from "../pages/oauth-page"
import { Form } from "../parameters"
import { type Account, backToAccount, postedAccountOf, tokenOf } from "./account"

const Login = z.object({
  email: z.string().default(""),
  password: z.string().default(""),
  token: z.string().optional(),
})

/**
 * `POST /account/login`: logs a customer in on the account page only, or shows the login page again with the fault. It
 * begins no session of the store.
 */
export const logInToAccount = operation({
  access: "discovery",
  input: Form.pipe(Login),
  async run({ email, password, token }, call) {
    const account = await postedAccountOf(call, token)
    const attempt = await beginLogin(call, "customer", email)
    if (!attempt) return tooMany(account, call, email)
    const checked = await checkPassword({ email, password, kind: "customer" }, call)
    if ("fault" in checked) return renderAccountLogin(account, call, { kind: checked.fault, email }, 401)
    await attempt.succeeded()
    return backToAccount(call, { secret: await oauthOf(call).accountSessions.begin(checked.actor.id) })
  },
})

async function tooMany(account: Account, call: Call, email: string): Promise<RawReply> {
  const page = await renderAccountLogin(account, call, { kind: "too_many_attempts", email }, 429)
  return { ...page, headers: { ...page.headers, "Retry-After": String(QUARTER_HOUR) } }
}

/** The login page of customers, with the fault of the previous attempt if there is one. */
export function renderAccountLogin(
  account: Account,
  call: Call,
  fault?: LoginFault,
  status = 200
): Promise<RawReply> {
  const texts = textsFor(call.headers["accept-language"])
  const { address } = account
  const intro = texts.account_log_in_intro
  const view = { address, token: tokenOf(account), intro, kinds: ["customer"] as const, fault }
  return storePage(call, texts, () => loginPage(texts, view), { status })
}
