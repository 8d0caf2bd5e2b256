import { problemIn } from "../../../domain/errors"
import type { Client } from "../../../modules/oauth/models/client"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { type RawReply, redirect, reply } from "../../../gateway/reply"
import { errorAnswer, oauthProblem } from "../oauth-errors"
import { clientByDocument } from "../client/document-client"
import { isDocumentUrl } from "../client/document-url"
import { findClient } from "../client/find-client"
import { LIFETIMES } from "../../../modules/oauth/clock"
import { browserCookie } from "../interaction/browser-session"
import { endpointOf, oauthOf } from "../oauth-module"
import { pageProblem } from "../pages/fail-page"
import { Parameters, repeatedIn, valueOf } from "../parameters"
import { isRegistered } from "../register/redirect-uri"
import { requestedFlavor } from "../requested-resource"
import { requestedDetails } from "./card-charges"
import { answerAddress } from "./response-address"
import {
  CHECKS,
  networkIsWithinLimit,
  requestedScopes,
  requestIsPushedIfRequired,
} from "./authorization-checks"
import type { CheckedRequest } from "./checked-request"
import { oldestLogin } from "./requested-login"

/**
 * The authorization endpoint (RFC 6749 §3.1). Until the client and its redirect URI are verified, errors are shown as a
 * page; after that they are sent to the client by redirect.
 */
export const authorize = operation({
  access: "public",
  input: Parameters,
  async run(sent, call) {
    const client = await clientIn(sent, call)
    const pushed = await pushedIn(sent, client, call)
    const parameters = pushed ?? sent
    const redirect_uri = redirectUriIn(parameters, client)
    const resource = oauthOf(call).resourceOf(client.flavor)
    const request = { parameters, client, redirect_uri, resource, is_pushed: pushed !== undefined, call }
    try {
      for (const check of [requestIsPushedIfRequired, ...CHECKS, networkIsWithinLimit]) await check(request)
    } catch (thrown) {
      return refusal(request, thrown)
    }
    return openRequest(request)
  },
})

/** The parameters that the client pushed, once. Others beside their reference are ignored (RFC 9101 §6.3). */
async function pushedIn(
  parameters: URLSearchParams,
  client: Client,
  call: Call
): Promise<URLSearchParams | undefined> {
  refuseRepeated(parameters, "request_uri")
  const request_uri = valueOf(parameters, "request_uri")
  if (request_uri === undefined) return undefined
  const pushed = await oauthOf(call).pushed.take(client.id, request_uri)
  if (!pushed) throw pageProblem("pushed_request_over")
  return pushed
}

/** The parameters that tell which client sends the request. */
const NAMING = ["client_id", "request_uri", "resource", "scope"]

/** The document of a client was read when it pushed its request. */
async function clientIn(parameters: URLSearchParams, call: Call): Promise<Client> {
  refuseRepeated(parameters, "client_id")
  const fields = Object.fromEntries(NAMING.map((name) => [name, valueOf(parameters, name)]))
  const { client_id: id, request_uri } = fields
  const client =
    isDocumentUrl(id) && request_uri === undefined
      ? await clientByDocument(id, requestedFlavor(fields, oauthOf(call)), call)
      : await findClient(oauthOf(call), id, fields)
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
  const scopes = requestedScopes(request)
  const { uid, browser_secret } = await oauthOf(call).requests.open({
    client_id: client.id,
    redirect_uri,
    state: valueOf(parameters, "state") ?? null,
    scopes,
    authorization_details: requestedDetails(request, scopes),
    resource,
    challenge: valueOf(parameters, "code_challenge") ?? "",
    dpop_jkt: valueOf(parameters, "dpop_jkt") ?? null,
    oldest_login: oldestLogin(request),
  })
  return reply(303, {
    Location: endpointOf(call, `interaction/${uid}`),
    "Cache-Control": "no-store",
    "Set-Cookie": browserCookie(call, `interaction/${uid}`, browser_secret, LIFETIMES.request),
  })
}
