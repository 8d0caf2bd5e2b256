import { digest, equals } from "../../../domain/secrets"
import type { Client } from "../../../modules/oauth/models/client"
import type { Problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { takeAttempt, tooMany } from "../attempts"
import { oauthProblem } from "../oauth-errors"
import { oauthOf } from "../oauth-module"
import { provesBySignature } from "./client-assertion"
import { asPublished } from "./document-client"
import { type Credentials, credentialsIn } from "./client-credentials"
import { findClient } from "./find-client"

/** How often client authentication may fail from one network. */
const FAILURES = { limit: 60, seconds: 900 }

type Form = Readonly<Record<string, string>>

/**
 * Authenticates the client of the request. An unknown client, a revoked one and wrong credentials give the same error.
 */
export async function authenticateClient(form: Form, call: Call): Promise<Client> {
  const client = await proveClient(form, call)
  if (client.status === "revoked") throw await unauthenticated(call)
  return client
}

/**
 * Authenticates the client of the request, also a revoked one: by its secret, by a signed assertion, or by its id alone
 * if it is a public client (OAuth 2.1 §2.4), for one with a document as the document describes it now. Throws
 * `invalid_client`.
 */
export async function proveClient(form: Form, call: Call): Promise<Client> {
  const credentials = credentialsIn(form, call.headers.authorization)
  const client = await findClient(oauthOf(call), credentials.id, form)
  if (!client || !(await isAuthenticated(client, credentials, call))) throw await unauthenticated(call)
  return client
}

async function isAuthenticated(
  client: Client,
  { secret, assertion }: Credentials,
  call: Call
): Promise<boolean> {
  if (assertion !== undefined) return provesBySignature(client, assertion, call)
  if (client.auth_method === "none")
    return secret === undefined && (await asPublished(client, call)).auth_method === "none"
  return secret !== undefined && client.secret_hash !== null && equals(digest(secret), client.secret_hash)
}

/**
 * Failures are counted only after authentication has failed, so that a client with valid credentials is not blocked by
 * others in its network.
 */
async function unauthenticated(call: Call): Promise<Problem> {
  return (await takeAttempt("client authentication", FAILURES, call))
    ? oauthProblem("invalid_client", "Client authentication failed.", 401)
    : tooMany("Client authentication failed too many times. Try again later.", FAILURES)
}
