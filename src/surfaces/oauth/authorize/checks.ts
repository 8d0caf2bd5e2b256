import { problem } from "../../../domain/errors"
import type { Client } from "../../../modules/oauth/models/client"
import { policyOf } from "../../admission"
import type { Call } from "../../call"
import { takeAttempt, tooMany } from "../attempts"
import { oauthProblem } from "../errors"
import { repeatedIn, valueOf } from "../parameters"

/** An authorization request whose answer may go to its redirect URI. */
export interface Asking {
  readonly parameters: URLSearchParams
  readonly client: Client
  readonly redirect_uri: string
  /** The address of the surface the client is for. */
  readonly resource: string
  readonly call: Call
}

/** Returns, or throws what the client is told. */
type Check = (asking: Asking) => void | Promise<void>

/** The scopes asked for; without the parameter, all the client has registered. */
export function scopesAsked({ parameters, client }: Asking): readonly string[] {
  const asked = valueOf(parameters, "scope")?.split(" ").filter(Boolean)
  return asked?.length ? [...new Set(asked)] : client.scopes
}

const noParameterIsRepeated: Check = ({ parameters }) => {
  const name = repeatedIn(parameters)
  if (name !== undefined) throw oauthProblem("invalid_request", `The parameter ${name} is repeated.`)
}

/** RFC 6749 appendix A.5; it also keeps out what the database cannot store. */
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

/** RFC 7636 §4.3; without a method it would mean `plain`, which protects nothing. */
const challengeIsS256: Check = ({ parameters }) => {
  if (valueOf(parameters, "code_challenge_method") !== "S256")
    throw oauthProblem("invalid_request", "PKCE with code_challenge_method=S256 is required.")
  if (!/^[A-Za-z0-9_-]{43}$/.test(valueOf(parameters, "code_challenge") ?? ""))
    throw oauthProblem("invalid_request", "code_challenge must be a SHA-256 in base64url.")
}

const scopesAreRegistered: Check = (asking) => {
  if (!scopesAsked(asking).every((scope) => asking.client.scopes.includes(scope)))
    throw oauthProblem("invalid_scope", "The scope goes beyond what the client has registered.")
}

/** RFC 8707 §2: a client is for one surface, so there is one audience it can name. */
const resourceIsTheClients: Check = ({ parameters, resource }) => {
  if ((valueOf(parameters, "resource") ?? resource) !== resource)
    throw oauthProblem("invalid_target", `The resource of this client is ${resource}.`)
}

/** Consent is asked for every time, so there is never an answer without a page. */
const pagesAreAllowed: Check = ({ parameters }) => {
  if (valueOf(parameters, "prompt") === "none")
    throw oauthProblem("interaction_required", "The person has to consent.")
}

/** Nobody consents to what could not be used. */
const surfaceIsOn: Check = async ({ client, call }) => {
  const settings = await policyOf(call).settings()
  if (!settings[`${client.flavor}_enabled`]) throw problem("surface_disabled")
}

const clientIsApproved: Check = ({ client: { status } }) => {
  if (status === "pending")
    throw oauthProblem("unauthorized_client", "The merchant has not approved this client yet.")
}

/** How many requests for consent may come from one network; each is kept until it is answered or over. */
const ALLOWANCE = { limit: 120, seconds: 600 }

const networkIsPatient: Check = async ({ call }) => {
  if (!(await takeAttempt("authorization", ALLOWANCE, call)))
    throw tooMany("Too many authorizations were begun from this address.", ALLOWANCE)
}

/** Every check, in the order in which they answer. */
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
