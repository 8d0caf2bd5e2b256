import { newSecret } from "../../../domain/secrets"
import { LIFETIMES } from "../../../modules/oauth/clock"
import type { Call } from "../../../gateway/call"
import { type RawReply, reply } from "../../../gateway/reply"
import { browserCookie, formToken, isOwnForm, secretIn } from "../interaction/browser-session"
import { type Person, personFor } from "../interaction/person"
import { endpointOf, oauthOf } from "../oauth-module"
import { pageProblem } from "../pages/fail-page"
import type { Notice } from "../pages/oauth-texts"

/** The page's path below the OAuth endpoints, and its name in form tokens. */
const PATH = "account"

/** The browser that has opened the account page, and the customer who is logged in there. */
export interface Account {
  readonly address: string
  /** The secret of this browser's cookie. */
  readonly secret: string
  readonly customer: Person | undefined
  /** Whether the customer has logged in on this page. Otherwise Medusa's session identifies them. */
  readonly is_own_login: boolean
}

/** The browser and the customer: by the login on this page, or otherwise by Medusa's session. */
export async function accountOf(call: Call): Promise<Account> {
  const secret = secretIn(call) || newSecret("gwas")
  const id = await oauthOf(call).accountSessions.customerOf(secret)
  const actor = id ? ({ type: "customer", id } as const) : call.session.actor
  const customer = await personFor("app", actor, call)
  return { address: accountAddress(call), secret, customer, is_own_login: id !== undefined }
}

/** The same for a POST, which must come from a form of the page in this browser, for the same customer. */
export async function postedAccountOf(call: Call, token: string | undefined): Promise<Account> {
  const account = await accountOf(call)
  if (!isOwnForm(call, { uid: PATH, actor: account.customer }, token)) throw pageProblem("foreign_form", 403)
  return account
}

/** The form token of the page. */
export const tokenOf = ({ secret, customer }: Account): string => formToken(secret, PATH, customer)

/** The address of the page on which customers see and end what they have allowed. */
export const accountAddress = (call: Call): string => endpointOf(call, PATH)

/** The page, with the cookie of its browser. */
export function withCookie(page: RawReply, { secret }: Account, call: Call): RawReply {
  return { ...page, headers: { ...page.headers, "Set-Cookie": cookieOf(secret, call) } }
}

/** Redirects to the page, with what a form has done, and the secret of a new login. */
export function backToAccount(call: Call, after: { notice?: Notice; secret?: string } = {}): RawReply {
  const { notice, secret } = after
  return reply(303, {
    Location: accountAddress(call) + (notice ? `?done=${notice}` : ""),
    "Cache-Control": "no-store",
    ...(secret && { "Set-Cookie": cookieOf(secret, call) }),
  })
}

const cookieOf = (secret: string, call: Call) => browserCookie(call, PATH, secret, LIFETIMES.account_session)
