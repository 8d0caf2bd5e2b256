import { problem } from "../../../domain/errors"
import { basicScopesOf, type Scope } from "../../../domain/scopes"
import { policyOf } from "../../../gateway/admission"
import { takeAttempt, tooMany } from "../attempts"
import { oauthProblem } from "../oauth-errors"
import { repeatedIn, valueOf } from "../parameters"
import { isResource } from "../requested-resource"
import { requestedDetails } from "./card-charges"
import type { Check, CheckedRequest } from "./checked-request"
import { maxAgeIsSeconds, promptIsSupported } from "./requested-login"

/** The requested scopes. Without the parameter, the basic scopes that the client has registered. */
export function requestedScopes({ parameters, client }: CheckedRequest): readonly string[] {
  const requested = valueOf(parameters, "scope")?.split(" ").filter(Boolean)
  if (requested?.length) return [...new Set(requested)]
  return client.scopes.filter((scope) => basicScopesOf(client.flavor).includes(scope as Scope))
}

const noParameterIsRepeated: Check = ({ parameters }) => {
  const name = repeatedIn(parameters)
  if (name !== undefined)
    throw oauthProblem("invalid_request", `The parameter ${name} is repeated. Send it only once.`)
}

/** RFC 6749 appendix A.5. The check also excludes characters that the database cannot store. */
const stateIsPrintable: Check = ({ parameters }) => {
  if (/[^\x20-\x7e]/.test(valueOf(parameters, "state") ?? ""))
    throw oauthProblem("invalid_request", "state must contain only printable ASCII characters.")
}

const responseTypeIsCode: Check = ({ parameters }) => {
  const type = valueOf(parameters, "response_type")
  if (!type) throw oauthProblem("invalid_request", "response_type is missing.")
  if (type !== "code") throw oauthProblem("unsupported_response_type", "response_type must be code.")
}

const responseModeIsQuery: Check = ({ parameters }) => {
  if ((valueOf(parameters, "response_mode") ?? "query") !== "query")
    throw oauthProblem("invalid_request", "response_mode must be query.")
}

/** RFC 7636 §4.3: without a method, the challenge would be `plain`, which protects nothing. */
const challengeIsS256: Check = ({ parameters }) => {
  if (valueOf(parameters, "code_challenge_method") !== "S256")
    throw oauthProblem("invalid_request", "PKCE with code_challenge_method=S256 is required.")
  if (!/^[A-Za-z0-9_-]{43}$/.test(valueOf(parameters, "code_challenge") ?? ""))
    throw oauthProblem(
      "invalid_request",
      "code_challenge must be a SHA-256 hash in base64url, 43 characters long."
    )
}

/** RFC 9449 §10: `dpop_jkt` is the thumbprint of the key to which the code is bound. */
const keyIsThumbprint: Check = ({ parameters }) => {
  if (!/^([A-Za-z0-9_-]{43})?$/.test(valueOf(parameters, "dpop_jkt") ?? ""))
    throw oauthProblem(
      "invalid_request",
      "dpop_jkt must be the SHA-256 thumbprint of a key in base64url, 43 characters long."
    )
}

const scopesAreRegistered: Check = (request) => {
  const requested = requestedScopes(request)
  if (!requested.length)
    throw oauthProblem(
      "invalid_scope",
      "scope is missing, and the client has registered none of the basic scopes. Name the scopes."
    )
  if (!requested.every((scope) => request.client.scopes.includes(scope)))
    throw oauthProblem("invalid_scope", "scope must contain only scopes that the client has registered.")
}

const detailsAreValid: Check = (request) => {
  requestedDetails(request, requestedScopes(request))
}

/** RFC 8707 §2: a client is registered for one surface, so it can request only that audience. */
const resourceIsTheClients: Check = ({ parameters, resource }) => {
  if (!isResource(valueOf(parameters, "resource") ?? resource, resource))
    throw oauthProblem("invalid_target", `resource must be ${resource} for this client.`)
}

/** Consent for a disabled surface would be useless. */
const surfaceIsOn: Check = async ({ client, call }) => {
  const settings = await policyOf(call).settings()
  if (!settings[`${client.flavor}_enabled`]) throw problem("surface_disabled")
}

const clientIsApproved: Check = ({ client: { status } }) => {
  if (status === "pending")
    throw oauthProblem(
      "unauthorized_client",
      "The merchant has not approved this client yet. Try again after the approval."
    )
}

/** RFC 9126 §5 and §6: the merchant, or the client in its registration, may require pushed requests. */
export const requestIsPushedIfRequired: Check = async ({ client, is_pushed, call }) => {
  const { registration_requires_pushed } = await policyOf(call).settings()
  if (is_pushed || !(registration_requires_pushed || client.require_pushed_authorization_requests)) return
  throw oauthProblem(
    "invalid_request",
    "Push the request first: the authorization endpoint accepts only a request_uri (RFC 9126)."
  )
}

/** How many authorizations one network may start. Each is stored until the customer decides it or it expires. */
const ALLOWANCE = { limit: 120, seconds: 600 }

/** Counts each request that a browser opens, including a request that was pushed and checked before. */
export const networkIsWithinLimit: Check = async ({ call }) => {
  if (!(await takeAttempt("authorization", ALLOWANCE, call)))
    throw tooMany("Too many authorization requests from this IP address. Try again later.", ALLOWANCE)
}

/** The checks of a request, pushed or not, in the order in which they run. The first that fails determines the response. */
export const CHECKS: readonly Check[] = [
  noParameterIsRepeated,
  stateIsPrintable,
  responseTypeIsCode,
  responseModeIsQuery,
  challengeIsS256,
  keyIsThumbprint,
  scopesAreRegistered,
  detailsAreValid,
  resourceIsTheClients,
  promptIsSupported,
  maxAgeIsSeconds,
  surfaceIsOn,
  clientIsApproved,
]
