import { digest, equals } from "../../../domain/secrets"
import type { Client } from "../../../modules/oauth/models/client"
import type { Call } from "../../call"
import { oauthProblem } from "../errors"
import { oauthOf } from "../module"
import { findClient } from "../find-client"

interface Credentials {
  readonly id: string
  readonly secret: string | undefined
}

/**
 * The client that makes the request (RFC 6749 §2.3.1): by HTTP Basic or in the form, whichever it registered, and
 * without a secret only if it has none. An unknown client, a revoked one and a wrong secret are told alike.
 */
export async function authenticateClient(
  form: Readonly<Record<string, string>>,
  call: Call
): Promise<Client> {
  const { id, secret } = credentialsIn(form, call.headers.authorization)
  const client = await findClient(oauthOf(call), id)
  if (!client || client.status === "revoked" || !proves(client, secret)) throw unauthenticated()
  return client
}

function credentialsIn(form: Readonly<Record<string, string>>, header: string | undefined): Credentials {
  const { client_id, client_secret } = form
  if (header === undefined) {
    if (!client_id) throw unauthenticated()
    return { id: client_id, secret: client_secret }
  }
  const basic = readBasic(header)
  if (!basic) throw unauthenticated()
  const contradicts = client_secret !== undefined || (client_id !== undefined && client_id !== basic.id)
  if (contradicts) throw oauthProblem("invalid_request", "Use one way of client authentication, not two.")
  return basic
}

/** Both halves are form-encoded inside the header (RFC 6749 §2.3.1). */
function readBasic(header: string): Credentials | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1]
  const [, id, secret] = /^([^:]*):(.*)$/.exec(Buffer.from(encoded ?? "", "base64").toString("utf8")) ?? []
  if (id === undefined || secret === undefined) return undefined
  const plain = new URLSearchParams(`id=${id}&secret=${secret}`)
  return { id: plain.get("id") ?? "", secret: plain.get("secret") || undefined }
}

function proves(client: Client, secret: string | undefined): boolean {
  if (client.secret_hash === null) return secret === undefined
  return secret !== undefined && equals(digest(secret), client.secret_hash)
}

const unauthenticated = () => oauthProblem("invalid_client", "Client authentication failed.", 401)
