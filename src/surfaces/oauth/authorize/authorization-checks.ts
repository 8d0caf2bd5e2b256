import { problem } from "../../../domain/errors"
import type { Client } from "../../../modules/oauth/models/client"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { takeAttempt, tooMany } from "../attempts"
import { oauthProblem } from "../oauth-errors"
import { repeatedIn, valueOf } from "../parameters"

/** An authorization request whose client and redirect URI are verified, so that errors may be sent there. */
export interface Asking {
  readonly parameters: URLSearchParams
  readonly client: Client
  readonly redirect_uri: string
  /** The address of the surface that the client is registered for. */
  readonly resource: string
  readonly call: Call
}

/** Returns, or throws the error for the client. */
type Check = (asking: Asking) => void | Promise<void>

/** The requested scopes; without the parameter, all scopes that the client has registered. */
export function requestedScopes({ parameters, client }: Asking): readonly string[] {
  const asked = valueOf(parameters, "scope")?.split(" ").filter(Boolean)
  return asked?.length ? [...new Set(asked)] : client.scopes
}

const noParameterIsRepeated: Check = ({ parameters }) => {
  const name = repeatedIn(parameters)
  if (name !== undefined) throw oauthProblem("invalid_request", `The parameter ${name} is repeated.`)
}

/** RFC 6749 appendix A.5. The check also excludes characters that the database cannot store. */
const stateIsPrintable: Check = ({ parameters }) => {
  if (/[^\x20-\x7e]/.test(valueOf(parameters, "state") ?? ""))
    throw oauthProblem("invalid_request", "state must be printable ASCII.")
}

const responseTypeIsCode: Check = ({ parameters }) => {
  const type = valueOf(parameters, "response_type")
  if (!type) throw oauthProblem("invalid_request", "response_type is missing.")
  if (type !== "code") throw oauthProblem("unsupported_response_type", "Only response_type=code is offered.")
}

const responseModeIsQuery: Check = ({ parameters }) => {
  if ((valueOf(parameters, "response_mode") ?? "query") !== "query")
    throw oauthProblem("invalid_request", "Only response_mode=query is offered.")
}

/** RFC 7636 §4.3: without a method it would mean `plain`, which protects nothing. */
const challengeIsS256: Check = ({ parameters }) => {
  if (valueOf(parameters, "code_challenge_method") !== "S256")
    throw oauthProblem("invalid_request", "PKCE with code_challenge_method=S256 is required.")
  if (!/^[A-Za-z0-9_-]{43}$/.test(valueOf(parameters, "code_challenge") ?? ""))
    throw oauthProblem("invalid_request", "code_challenge must be a SHA-256 in base64url.")
}

const scopesAreRegistered: Check = (asking) => {
  if (!requestedScopes(asking).every((scope) => asking.client.scopes.includes(scope)))
    throw oauthProblem("invalid_scope", "The scope goes beyond what the client has registered.")
}

/** RFC 8707 §2: a client is registered for one surface, so it can request only that audience. */
const resourceIsTheClients: Check = ({ parameters, resource }) => {
  if ((valueOf(parameters, "resource") ?? resource) !== resource)
    throw oauthProblem("invalid_target", `The resource of this client is ${resource}.`)
}

/** Consent is required every time, so `prompt=none` can never succeed. */
const pagesAreAllowed: Check = ({ parameters }) => {
  if (valueOf(parameters, "prompt") === "none")
    throw oauthProblem("interaction_required", "The person has to consent.")
}

/** Consent for a disabled surface would be useless. */
const surfaceIsOn: Check = async ({ client, call }) => {
  const settings = await policyOf(call).settings()
  if (!settings[`${client.flavor}_enabled`]) throw problem("surface_disabled")
}

const clientIsApproved: Check = ({ client: { status } }) => {
  if (status === "pending")
    throw oauthProblem("unauthorized_client", "The merchant has not approved this client yet.")
}

/** How many authorizations one network may start. Each is stored until it is decided or expires. */
const ALLOWANCE = { limit: 120, seconds: 600 }

const networkIsPatient: Check = async ({ call }) => {
  if (!(await takeAttempt("authorization", ALLOWANCE, call)))
    throw tooMany("Too many authorizations were begun from this address.", ALLOWANCE)
}

/** All checks, in the order in which they respond. */
export const CHECKS: readonly Check[] = [
  noParameterIsRepeated,
  stateIsPrintable,
  responseTypeIsCode,
  responseModeIsQuery,
  challengeIsS256,
  scopesAreRegistered,
  resourceIsTheClients,
  pagesAreAllowed,
  surfaceIsOn,
  clientIsApproved,
  networkIsPatient,
]
