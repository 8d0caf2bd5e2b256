import { digest, equals } from "../../../domain/secrets"
import type { Actor, AuthorizationRequest } from "../../../modules/oauth/models/authorization-request"
import type { Call } from "../../../gateway/call"
import { cookieIn, setCookie } from "../../../gateway/cookie"
import { endpointOf } from "../oauth-module"
import { pageProblem } from "../pages/fail-page"

const COOKIE = "gw_oauth"

/**
 * The cookie that binds a page below `path` to the browser that has opened it, for `seconds`. One cookie per path, so that
 * the pages of several authorization requests do not interfere.
 */
export function browserCookie(call: Call, path: string, secret: string, seconds: number): string {
  return setCookie({ name: COOKIE, value: secret, url: endpointOf(call, path), seconds })
}

/** Whether the request was started in this browser. This makes a link to another person's consent page useless. */
export function isSameBrowser(call: Call, request: AuthorizationRequest): boolean {
  return equals(digest(secretIn(call)), request.browser_hash)
}

/**
 * The form token of a page (CSRF protection). Valid only in the browser with this secret, for this request, and for the
 * person logged in now.
 */
export function formToken(secret: string, uid: string, actor: Actor | undefined): string {
  return digest([uid, actor?.type, actor?.id, secret].join("\n"))
}

/**
 * Whether a POST comes from one of our forms. The token decides; the headers are a second line of defense. Our own
 * pages send `Origin: null`, because they send no referrer.
 */
export function isOwnForm(
  call: Call,
  { uid, actor }: { uid: string; actor: Actor | undefined },
  token: string | undefined
): boolean {
  const { origin, "sec-fetch-site": site } = call.headers
  if (site !== undefined && site !== "same-origin") return false
  if (origin !== undefined && origin !== "null" && origin !== new URL(call.base_url).origin) return false
  const secret = secretIn(call)
  // Without a cookie, anyone could compute the token.
  return secret !== "" && equals(token ?? "", formToken(secret, uid, actor))
}

/**
 * Throws when a proxy hides from the store that the browser uses HTTPS. Medusa then keeps no login in production: the
 * person would have to log in on every page of the store.
 */
export function requireStoredSession({ session }: Call): void {
  if (!session.is_kept) throw pageProblem("session_not_kept", 503)
}

/** The secret of this browser's cookie; empty without one. */
export function secretIn(call: Call): string {
  return cookieIn(call, COOKIE)
}
