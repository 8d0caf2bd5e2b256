import { oauthProblem } from "../oauth-errors"
import { oauthOf } from "../oauth-module"
import type { Grant } from "./grants"

/** Exchanges a refresh token for a new token pair (RFC 6749 §6). The old refresh token becomes invalid. */
export const refreshToken: Grant = async ({ form, client, lifetimes, call }) => {
  const { refresh_token, scope, resource } = form
  if (!refresh_token) throw oauthProblem("invalid_request", "refresh_token is missing.")
  const { tokens } = oauthOf(call)
  const made = await tokens.findRefresh(refresh_token)
  if (!made || made.client_id !== client.id) throw refused()
  const wanted = scope?.split(" ").filter(Boolean)
  if (wanted?.some((one) => !made.scopes.includes(one)))
    throw oauthProblem("invalid_scope", "The scope goes beyond what was consented to.")
  if (resource && resource !== made.resource)
    throw oauthProblem("invalid_target", "The token is for another resource.")
  const issued = await tokens.rotate(refresh_token, wanted?.length ? wanted : undefined, lifetimes)
  if (!issued) throw refused()
  return issued
}

const refused = () => oauthProblem("invalid_grant", "The refresh token is not valid.")
