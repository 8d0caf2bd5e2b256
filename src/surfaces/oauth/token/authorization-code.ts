import { digest, equals } from "../../../domain/secrets"
import { oauthProblem } from "../oauth-errors"
import { oauthOf } from "../oauth-module"
import { isResource } from "../requested-resource"
import { requireKey } from "./bound-key"
import type { Grant } from "./grant"

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/**
 * Exchanges an authorization code (OAuth 2.1 §4.1.3). Everything is checked before the code is used up, so that an
 * attacker who intercepts a code without its verifier cannot invalidate it.
 */
export const authorizationCode: Grant = async ({ form, client, lifetimes, binding, call }) => {
  const { code, code_verifier, redirect_uri, resource } = form
  if (!code) throw oauthProblem("invalid_request", "code is missing.")
  if (!code_verifier) throw oauthProblem("invalid_request", "code_verifier is missing.")
  const { codes } = oauthOf(call)
  const stored = await codes.find(code)
  if (!stored || stored.client_id !== client.id) throw refused()
  if (!VERIFIER.test(code_verifier) || !equals(digest(code_verifier), stored.challenge)) throw refused()
  if (redirect_uri !== stored.redirect_uri) throw refused()
  if (resource && !isResource(resource, stored.resource))
    throw oauthProblem("invalid_target", "The authorization code was issued for another resource.")
  requireKey(stored.dpop_jkt, binding)
  const tokens = await codes.redeem(code, lifetimes, binding)
  if (!tokens) throw refused()
  return tokens
}

const refused = () =>
  oauthProblem("invalid_grant", "The authorization code is not valid. Start a new authorization request.")
