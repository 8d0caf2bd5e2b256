import { get } from "../../../outbound/get"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import type { Client, ClientKeySet } from "../../../modules/oauth/models/client"
import { takeAttempt } from "../attempts"
import { oauthOf } from "../oauth-module"
import { usableKeys } from "../register/client-keys"

/** How often one network may make the store read keys again, and in how many seconds. */
const ALLOWANCE = { limit: 30, seconds: 600 }

/** The keys at a client's `jwks_uri` with which the store can verify. Undefined if it has none or cannot be fetched. */
export async function publishedKeys(jwks_uri: string, call: Call): Promise<ClientKeySet | undefined> {
  const fetched = await get(jwks_uri, policyOf(call).options.allow_private_networks)
  return fetched.ok ? usableKeys(jsonOrNothing(fetched.body)) : undefined
}

/**
 * Reads the keys of a document's client again, because it has signed with one that the store does not know, and stores them.
 * Undefined if it publishes none, or its network has caused too many reads.
 */
export async function newerKeys(
  { jwks_uri, metadata_url }: Client,
  call: Call
): Promise<ClientKeySet | undefined> {
  if (!jwks_uri || !metadata_url || !(await takeAttempt("client keys", ALLOWANCE, call))) return undefined
  const jwks = await publishedKeys(jwks_uri, call)
  if (jwks) await oauthOf(call).clients.storeKeys(metadata_url, jwks_uri, jwks)
  return jwks
}

/** The value in a JSON text; undefined if it is none. */
export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
