import { problemIn } from "../../../domain/errors"
import type { Client } from "../../../modules/oauth/models/client"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { type RawReply, redirect, reply } from "../../../gateway/reply"
import { errorAnswer, oauthProblem } from "../oauth-errors"
import { findClient } from "../client/find-client"
import { browserCookie } from "../interaction/browser-session"
import { endpointOf, oauthOf } from "../oauth-module"
import { pageProblem } from "../pages/fail-page"
import { Parameters, repeatedIn, valueOf } from "../parameters"
import { isRegistered } from "../register/redirect-uri"
import { answerAddress } from "./response-address"
import { CHECKS, type CheckedRequest, requestedScopes } from "./authorization-checks"

/**
 * The authorization endpoint (RFC 6749 §3.1). Until the client and its redirect URI are verified, errors are shown as a
 * page; after that they are sent to the client by redirect.
 */
export const authorize = operation({
  access: "public",
  input: Parameters,
  async run(parameters, call) {
    const client = await clientIn(parameters, call)
    const redirect_uri = redirectUriIn(parameters, client)
    const request = {
      parameters,
      client,
      redirect_uri,
      resource: oauthOf(call).resourceOf(client.flavor),
      call,
    }
    try {
      for (const check of CHECKS) await check(request)
    } catch (thrown) {
      return refusal(request, thrown)
    }
    return openRequest(request)
  },
})

async function clientIn(parameters: URLSearchParams, call: Call): Promise<Client> {
  refuseRepeated(parameters, "client_id")
  const client = await findClient(oauthOf(call), valueOf(parameters, "client_id"))
  if (!client || client.status === "revoked") throw pageProblem("unknown_client")
  return client
}

function redirectUriIn(parameters: URLSearchParams, client: Client): string {
  refuseRepeated(parameters, "redirect_uri")
  const redirect_uri = valueOf(parameters, "redirect_uri")
  if (redirect_uri && isRegistered(redirect_uri, client.redirect_uris)) return redirect_uri
  throw pageProblem("foreign_redirect_uri")
}

function refuseRepeated(parameters: URLSearchParams, name: string): void {
  if (parameters.getAll(name).length > 1)
    throw oauthProblem("invalid_request", `The parameter ${name} is repeated. Send it only once.`)
}

function refusal({ parameters, redirect_uri, call }: CheckedRequest, thrown: unknown): RawReply {
  const problem = problemIn(thrown)
  if (!problem) throw thrown
  const state = repeatedIn(parameters) === "state" ? undefined : valueOf(parameters, "state")
  return redirect(answerAddress(call, { redirect_uri, state }, errorAnswer(problem)))
}

async function openRequest(request: CheckedRequest): Promise<RawReply> {
  const { parameters, client, redirect_uri, resource, call } = request
  const { uid, browser_secret } = await oauthOf(call).requests.open({
    client_id: client.id,
    redirect_uri,
    state: valueOf(parameters, "state") ?? null,
    scopes: requestedScopes(request),
    resource,
    challenge: valueOf(parameters, "code_challenge") ?? "",
  })
  return reply(303, {
    Location: endpointOf(call, `interaction/${uid}`),
    "Cache-Control": "no-store",
    "Set-Cookie": browserCookie(call, uid, browser_secret),
  })
}
