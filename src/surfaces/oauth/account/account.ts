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
  /** Whether the browser has opened the page before, and its cookie has not expired. */
  readonly is_known: boolean
  readonly customer: Person | undefined
  /** Whether the customer has logged in on this page. Otherwise Medusa's session identifies them. */
  readonly is_own_login: boolean
}

/** The browser and the customer: by the login on this page, or otherwise by Medusa's session. */
export async function accountOf(call: Call): Promise<Account> {
  const known = secretIn(call)
  const secret = known || newSecret("gwas")
  const id = await oauthOf(call).accountSessions.customerOf(secret)
  const actor = id ? ({ type: "customer", id } as const) : call.session.actor
  const customer = await personFor("app", actor, call)
  return {
    address: accountAddress(call),
    secret,
    is_known: known !== "",
    customer,
    is_own_login: id !== undefined,
  }
}

/** Throws a page problem unless a POST comes from a form of the page in this browser, for the same customer. */
export function requireOwnForm({ customer }: Account, token: string | undefined, call: Call): void {
  if (!isOwnForm(call, { uid: PATH, actor: customer }, token)) throw pageProblem("foreign_form", 403)
}

/** The form token of the page. */
export const tokenOf = ({ secret, customer }: Account): string => formToken(secret, PATH, customer)

/** The address of the page on which customers see and end what they have allowed. */
export const accountAddress = (call: Call): string => endpointOf(call, PATH)

/** The page, with the cookie of its browser. */
export function withCookie(page: RawReply, { secret }: Account, call: Call): RawReply {
  return { ...page, headers: { ...page.headers, "Set-Cookie": cookieOf(secret, call) } }
}

/** Redirects to the page, with what a form has done or lacked, and the secret of a new login. */
export function backToAccount(
  call: Call,
  after: { done?: Notice | "no_cookie"; secret?: string } = {}
): RawReply {
  const { done, secret } = after
  return reply(303, {
    Location: accountAddress(call) + (done ? `?done=${done}` : ""),
    "Cache-Control": "no-store",
    ...(secret && { "Set-Cookie": cookieOf(secret, call) }),
  })
}

const cookieOf = (secret: string, call: Call) => browserCookie(call, PATH, secret, LIFETIMES.account_session)
