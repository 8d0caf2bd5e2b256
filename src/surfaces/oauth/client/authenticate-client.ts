import { digest, equals } from "../../../domain/secrets"
import type { Client } from "../../../modules/oauth/models/client"
import type { Problem } from "../../../domain/errors"
import type { Call } from "../../call"
import { takeAttempt, tooMany } from "../attempts"
import { oauthProblem } from "../errors"
import { oauthOf } from "../module"
import { provesBySignature } from "./assertion"
import { type Credentials, credentialsIn } from "./credentials"
import { findClient } from "./find-client"

/** How often clients of one network may fail to prove themselves. */
const FAILURES = { limit: 60, seconds: 900 }

type Form = Readonly<Record<string, string>>

/** The client that makes the request. An unknown client, a revoked one and a wrong proof are told alike. */
export async function authenticateClient(form: Form, call: Call): Promise<Client> {
  const client = await proveClient(form, call)
  if (client.status === "revoked") throw await unauthenticated(call)
  return client
}

/**
 * The client that makes the request, also when the merchant has revoked it: by the secret it registered with, by a
 * signed assertion, or by its mere name if it is a public client (OAuth 2.1 §2.4). Throws `invalid_client`.
 */
export async function proveClient(form: Form, call: Call): Promise<Client> {
  const credentials = credentialsIn(form, call.headers.authorization)
  const client = await findClient(oauthOf(call), credentials.id)
  if (!client || !(await proves(client, credentials, call))) throw await unauthenticated(call)
  return client
}

async function proves(client: Client, { secret, assertion }: Credentials, call: Call): Promise<boolean> {
  if (assertion !== undefined) return provesBySignature(client, assertion, call)
  if (client.auth_method === "none") return secret === undefined
  return secret !== undefined && client.secret_hash !== null && equals(digest(secret), client.secret_hash)
}

/** Counted only now, so that whoever can prove itself is not kept out by its neighbours' failures. */
async function unauthenticated(call: Call): Promise<Problem> {
  return (await takeAttempt("client authentication", FAILURES, call))
    ? oauthProblem("invalid_client", "Client authentication failed.", 401)
    : tooMany("Client authentication failed too often.", FAILURES)
}
