import { subscriberOf } from "../../../domain/networks"
import type { Client } from "../../../modules/oauth/models/client"
import type { PushedRequest } from "../../../modules/oauth/pushed-requests"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { tooMany } from "../attempts"
import { answerClient } from "../client/answer-client"
import { credentialsIn } from "../client/client-credentials"
import { clientByDocument } from "../client/document-client"
import { isDocumentUrl } from "../client/document-url"
import { oauthProblem } from "../oauth-errors"
import { oauthOf } from "../oauth-module"
import { Form, valueOf } from "../parameters"
import { isRegistered } from "../register/redirect-uri"
import { requestedFlavor } from "../requested-resource"
import { provenKey } from "../token/bound-key"
import { CHECKS } from "./authorization-checks"

/** How many requests a client may push, and in how many seconds. Each is stored for a minute. */
const ALLOWANCE = { limit: 600, seconds: 600 }

/** The length of a pushed request, form-encoded and without the client's credentials. */
const MOST_CHARACTERS = 8192

/** The fields that authenticate the client. They are no part of its request. */
const CREDENTIALS = ["client_secret", "client_assertion", "client_assertion_type"]

/**
 * The pushed authorization request endpoint (RFC 9126): the client authenticates as at the token endpoint, and its
 * request is checked as at the authorization endpoint. A DPoP proof binds the code to its key (RFC 9449 §10.1). Returns
 * a reference that its browser can open once.
 */
export const pushRequest = operation({
  access: "public",
  input: Form,
  async run(form, call) {
    const { id } = credentialsIn(form, call.headers.authorization)
    if (isDocumentUrl(id)) await clientByDocument(id, requestedFlavor(form, oauthOf(call)), call)
    return answerClient(form, call, async (client) => json(await pushed(form, client, call), 201))
  },
})

type Fields = Readonly<Record<string, string>>

async function pushed(form: Fields, client: Client, call: Call): Promise<PushedRequest> {
  await withinAllowance(client, call)
  const parameters = boundTo(await provenKey(call), requestIn(form, client))
  const redirect_uri = redirectUriIn(form, client)
  const resource = oauthOf(call).resourceOf(client.flavor)
  for (const check of CHECKS)
    await check({ parameters, client, redirect_uri, resource, is_pushed: true, call })
  return oauthOf(call).pushed.push(client.id, parameters)
}

/** Throws `invalid_request` with status 413 for a request that is too large (RFC 9126 §2.3). */
function requestIn(form: Fields, client: Client): URLSearchParams {
  const refused = ["request_uri", "request"].find((name) => form[name] !== undefined)
  if (refused !== undefined)
    throw oauthProblem("invalid_request", `${refused} is not supported here. Send the parameters themselves.`)
  const own = Object.entries(form).filter(([name]) => !CREDENTIALS.includes(name))
  const request = new URLSearchParams({ ...Object.fromEntries(own), client_id: client.id })
  const { length } = request.toString()
  if (length > MOST_CHARACTERS)
    throw oauthProblem(
      "invalid_request",
      `The parameters must have at most ${MOST_CHARACTERS} characters in all, form-encoded (got ${length}). Send fewer or shorter ones.`,
      413
    )
  return request
}

function boundTo(jkt: string | null, parameters: URLSearchParams): URLSearchParams {
  if (jkt === null) return parameters
  if ((valueOf(parameters, "dpop_jkt") ?? jkt) !== jkt)
    throw oauthProblem("invalid_dpop_proof", "dpop_jkt names another key than that of the DPoP proof.")
  parameters.set("dpop_jkt", jkt)
  return parameters
}

function redirectUriIn({ redirect_uri }: Fields, client: Client): string {
  if (redirect_uri && isRegistered(redirect_uri, client.redirect_uris)) return redirect_uri
  throw oauthProblem("invalid_request", "redirect_uri must be one that the client has registered.")
}

/** Anyone can use the id of a public client, so its requests are counted per network. */
async function withinAllowance({ id, auth_method }: Client, call: Call): Promise<void> {
  const whose = `pushed request of ${id}${auth_method === "none" ? ` from ${subscriberOf(call.ip)}` : ""}`
  if (!(await oauthOf(call).attempts.take(whose, ALLOWANCE)))
    throw tooMany("Too many pushed authorization requests. Try again later.", ALLOWANCE)
}
