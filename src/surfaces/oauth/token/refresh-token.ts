import { oauthProblem } from "../oauth-errors"
import { oauthOf } from "../oauth-module"
import { isResource } from "../requested-resource"
import { requireKey } from "./bound-key"
import type { Grant } from "./grant"

/** Exchanges a refresh token for a new token pair (RFC 6749 §6). The old refresh token becomes invalid. */
export const refreshToken: Grant = async ({ form, client, lifetimes, binding, call }) => {
  const { refresh_token, scope, resource } = form
  if (!refresh_token) throw oauthProblem("invalid_request", "refresh_token is missing.")
  const { tokens } = oauthOf(call)
  const stored = await tokens.findRefresh(refresh_token)
  if (!stored || stored.client_id !== client.id) throw refused()
  requireKey(stored.jkt, binding)
  const requested = scope?.split(" ").filter(Boolean)
  if (requested?.some((one) => !stored.scopes.includes(one)))
    throw oauthProblem("invalid_scope", "scope must be a subset of the scopes in the consent.")
  if (resource && !isResource(resource, stored.resource))
    throw oauthProblem("invalid_target", "The refresh token was issued for another resource.")
  const wanted = requested?.length ? requested : undefined
  const issued = await tokens.rotate(refresh_token, wanted, lifetimes, binding)
  if (!issued) throw refused()
  return issued
}

const refused = () =>
  oauthProblem("invalid_grant", "The refresh token is not valid. Start a new authorization request.")
