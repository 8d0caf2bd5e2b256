import { z } from "@medusajs/framework/zod"
import type { Problem } from "../../../domain/errors"
import { namesTheStore } from "../../../domain/client-name"
import { isSensitive } from "../../../domain/scopes"
import type { Registered } from "../../../modules/oauth/clients"
import type { Client } from "../../../modules/oauth/models/client"
import type { RefusalReason } from "../../../modules/policy/models/audit-entry"
import type { Settings } from "../../../modules/policy/models/settings"
import { namesOfStore } from "../../../queries/client/names-of-store"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { json } from "../../../gateway/reply"
import { takeAttempt, tooMany } from "../attempts"
import { oauthProblem } from "../oauth-errors"
import { oauthOf } from "../oauth-module"
import { GRANTS } from "../token/grants"
import { admitRegistrant } from "./admit-registrant"
import { algorithmOf } from "./client-keys"
import { ClientMetadata } from "./client-metadata"

/**
 * How many clients may be registered from one network, and in how many seconds. Hosted assistants share a few networks
 * and register a client for each connection; `registration_cap` limits what stays.
 */
const ALLOWANCE = { limit: 100, seconds: 3600 }

/** Dynamic client registration (RFC 7591 §3). The response is the only place where the secret appears. */
export const register = operation({
  access: "public",
  input: z.record(z.string(), z.unknown(), { error: "The metadata must be sent as a JSON object." }),
  async run(input, call) {
    const settings = await admitRegistrant(call)
    const parsed = ClientMetadata.safeParse(input)
    // Malformed metadata takes no attempt. A refused name does, because it is counted in the database.
    if (parsed.error && !parsed.error.issues.some(isAboutName)) throw metadataProblem(parsed.error)
    if (!(await takeAttempt("registration", ALLOWANCE, call)))
      throw tooMany("Too many clients were registered from this address.", ALLOWANCE)
    if (parsed.error) {
      await countRefusal("client_name_refused", call)
      throw metadataProblem(parsed.error)
    }
    const metadata = parsed.data
    await refuseNameOfStore(metadata.client_name, call)
    const client = {
      client_type: metadata.client_type,
      flavor: metadata.flavor,
      name: metadata.client_name,
      auth_method: metadata.token_endpoint_auth_method,
      application_type: metadata.application_type,
      redirect_uris: metadata.redirect_uris,
      require_pushed_authorization_requests: metadata.require_pushed_authorization_requests,
      dpop_bound_access_tokens: metadata.dpop_bound_access_tokens,
      scopes: metadata.scopes,
      jwks: metadata.jwks,
      created_ip: call.ip,
      status: needsApproval(metadata.scopes, settings) ? "pending" : "approved",
    } as const
    const registered = await oauthOf(call).clients.register(client, settings.registration_cap)
    if (!registered) throw await full(call)
    return json(information(registered), 201)
  },
})

/** Whether a new client with these scopes waits for the merchant. */
export const needsApproval = (scopes: readonly string[], settings: Settings): boolean =>
  settings.approval_required || (settings.registration_approves_sensitive && scopes.some(isSensitive))

/**
 * The error of a registration beyond the merchant's cap, which the audit log counts. The caller may retry in an hour: the
 * number falls when people consent, and when unused clients are deleted.
 */
export async function full(call: Call): Promise<Problem> {
  await countRefusal("registration_cap", call)
  return oauthProblem(
    "temporarily_unavailable",
    "The store accepts no more registrations now: too many registered clients wait for their first consent. Try again later.",
    503,
    3600
  )
}

/** Throws for a name that could be taken for the store's. */
export async function refuseNameOfStore(name: string, call: Call): Promise<void> {
  if (!namesTheStore(name, await namesOfStore(call.container, call.base_url))) return
  await countRefusal("client_name_refused", call)
  throw oauthProblem(
    "invalid_client_metadata",
    "client_name: must not contain the name of the store, or a name that looks like it"
  )
}

/** Counts a refused registration in the audit log, by reason and minute: the client has no id. */
export const countRefusal = (reason: RefusalReason, call: Call): Promise<void> =>
  policyOf(call).audit.refused(null, reason, call.request_id)

/** Whether an issue is that a name could deceive people, and not that it is missing or no string. */
export const isAboutName = ({ code, path }: z.core.$ZodIssue): boolean =>
  code === "custom" && path[0] === "client_name"

function metadataProblem({ issues }: z.ZodError): Problem {
  const faults = issues.map(({ path, message }) => `${path.join(".")}: ${message}`)
  const isAboutUris = issues.every(({ path }) => path[0] === "redirect_uris")
  return oauthProblem(isAboutUris ? "invalid_redirect_uri" : "invalid_client_metadata", faults.join("; "))
}

/**
 * The client information response (RFC 7591 §3.2.1): the values as registered, which may differ from the requested
 * ones.
 */
function information({ client, secret }: Registered): object {
  return {
    client_id: client.id,
    ...(secret && { client_secret: secret, client_secret_expires_at: 0 }),
    client_id_issued_at: Math.floor(client.created_at.getTime() / 1000),
    client_name: client.name,
    client_type: client.client_type,
    redirect_uris: client.redirect_uris,
    scopes: client.scopes,
    scope: client.scopes.join(" "),
    application_type: client.application_type,
    require_pushed_authorization_requests: client.require_pushed_authorization_requests,
    dpop_bound_access_tokens: client.dpop_bound_access_tokens,
    token_endpoint_auth_method: client.auth_method,
    ...signingOf(client),
    grant_types: Object.keys(GRANTS),
    response_types: ["code"],
  }
}

/** The keys of a client that signs, and its algorithm if all of them have one. */
function signingOf({ jwks }: Client): object {
  if (!jwks) return {}
  const [alg, ...others] = new Set(jwks.keys.map(algorithmOf))
  return { jwks, ...(alg && !others.length && { token_endpoint_auth_signing_alg: alg }) }
}
