import { z } from "@medusajs/framework/zod"
import { type Problem, problemIn } from "../../../domain/errors"
import { nameFault } from "../../../domain/client-name"
import type { Flavor } from "../../../domain/scopes"
import { get } from "../../../outbound/get"
import type { Client, ClientKeySet } from "../../../modules/oauth/models/client"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { takeAttempt, tooMany } from "../attempts"
import { oauthProblem } from "../oauth-errors"
import { oauthOf } from "../oauth-module"
import { availableScopes, ClientName } from "../register/client-metadata"
import { usableKeys } from "../register/client-keys"
import { isRegistrable } from "../register/redirect-uri"
import { countRefusal, full, isAboutName, needsApproval, refuseNameOfStore } from "../register/register"

/** How many documents, each with its keys, one network may make the store fetch, and in how many seconds. */
const ALLOWANCE = { limit: 30, seconds: 600 }

/** For how long a document is used before it is fetched again, in milliseconds. */
const FRESH_MS = 300_000

/** For how long it is used while it cannot be fetched again, in milliseconds. */
const STALE_MS = 86_400_000

/** The members of a client whose document was not read for a day: it can neither sign nor send its id alone. */
const UNREAD = { auth_method: "private_key_jwt", jwks: null } as const

/** The methods that need no shared secret, which a document cannot contain. */
const METHODS = ["none", "private_key_jwt"] as const

/**
 * The document of an agent (OAuth Client ID Metadata Document). Its client is a public one, or signs with keys that the
 * document contains or names.
 */
const ClientDocument = z.looseObject({
  client_id: z.string(),
  client_name: ClientName.optional(),
  redirect_uris: z.array(z.string().max(2000)).min(1).max(20),
  token_endpoint_auth_method: z
    .enum(METHODS, "must be none or private_key_jwt: other methods need a registered client")
    .default("none"),
  token_endpoint_auth_methods_supported: z.array(z.string()).max(20).default([]),
  jwks: z.unknown(),
  jwks_uri: z.string().max(2000).optional(),
  application_type: z.enum(["web", "native"]).default("web"),
  scope: z.string().max(2000).optional(),
})
type ClientDocument = z.infer<typeof ClientDocument>

/**
 * The client of this flavor whose id is the URL of its document: a document has one client for each surface, so that no
 * token covers two. Fetches the document when the client is new, or was read five minutes ago. Like any registered client, a
 * new one needs open registration, and the merchant's approval for more than the basic scopes; known clients stay when
 * registration is closed. Undefined for an unknown client while it is closed, or if another client of the document is
 * revoked. Throws `invalid_client_metadata`.
 */
export async function clientByDocument(url: string, flavor: Flavor, call: Call): Promise<Client | undefined> {
  const { clients } = oauthOf(call)
  const settings = await policyOf(call).settings()
  const all = await clients.findDocument(url)
  const known = all.find((client) => client.flavor === flavor)
  const isRevoked = (known ? [known] : all).some(({ status }) => status === "revoked")
  if (settings.registration !== "open" || isRevoked || isReadWithin(known, FRESH_MS)) return known
  if (!(await takeAttempt("client document", ALLOWANCE, call)))
    throw tooMany("Too many client documents were requested from this address. Try again later.", ALLOWANCE)
  const document = await documentAt(url, call)
  const client = await clientIn(document, flavor, url, call)
  const status = needsApproval(client.scopes, settings) ? "pending" : "approved"
  const stored = await clients.registerDocument({ ...client, status }, url, settings.registration_cap)
  if (stored === "full") throw await full(call)
  return stored === "revoked" ? undefined : stored
}

const isReadWithin = (known: Client | undefined, milliseconds: number): boolean =>
  Date.now() - (known?.metadata_read_at?.getTime() ?? 0) < milliseconds

/**
 * The client as its document describes it now, with its keys: read again after five minutes, once a minute at most, or at
 * once if that is urgent. While it cannot be read, the client as it was read last; after a day it cannot authenticate. A
 * registered client and a revoked one are returned as they are.
 */
export async function asPublished(client: Client, call: Call, { is_urgent = false } = {}): Promise<Client> {
  const { metadata_url: url, flavor, status } = client
  if (!url || status === "revoked" || (!is_urgent && isReadWithin(client, FRESH_MS))) return client
  const isKnown = isReadWithin(client, STALE_MS)
  const last = isKnown ? client : { ...client, ...UNREAD }
  const { clients } = oauthOf(call)
  // A client that could not authenticate otherwise does not wait for its turn.
  const isNeeded = is_urgent || !isKnown
  const mayRead =
    (!is_urgent && (await clients.claimReading(url))) ||
    (isNeeded && (await takeAttempt("client document", ALLOWANCE, call)))
  if (!mayRead) return last
  try {
    const { registration_cap } = await policyOf(call).settings()
    const described = await clientIn(await documentAt(url, call), flavor, url, call)
    const stored = await clients.registerDocument({ ...described, status }, url, registration_cap)
    return typeof stored === "string" ? last : stored
  } catch (thrown) {
    if (!problemIn(thrown)) throw thrown
    return last
  }
}

async function documentAt(url: string, call: Call): Promise<ClientDocument> {
  const fetched = await get(url, policyOf(call).options.allow_private_networks)
  if (!fetched.ok) throw unusable(`could not be fetched: ${fetched.error}`)
  const document = ClientDocument.safeParse(jsonOrNothing(fetched.body))
  if (!document.success) {
    const { issues } = document.error
    if (issues.some(isAboutName)) await countRefusal("client_name_refused", call)
    const [issue] = issues
    throw unusable(`is not valid: ${[issue?.path.join("."), issue?.message].filter(Boolean).join(": ")}`)
  }
  if (document.data.client_id !== url)
    throw unusable("is not valid: client_id must be the URL of the document")
  return document.data
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function clientIn(document: ClientDocument, flavor: Flavor, url: string, call: Call) {
  const { client_name, redirect_uris, application_type, scope = "" } = document
  const wrong = redirect_uris.find((uri) => !isRegistrable(uri, application_type))
  if (wrong !== undefined) throw unusable("is not valid: a redirect URI is not allowed")
  if (client_name !== undefined) await refuseNameOfStore(client_name, call)
  const { hostname } = new URL(url)
  // Anyone can claim a name, but only the owner of the host can publish the document.
  const name = client_name === undefined ? hostname : `${client_name} (${hostname})`
  if (nameFault(name) !== undefined) {
    await countRefusal("client_name_refused", call)
    throw unusable("is not valid: client_name does not fit its host")
  }
  return {
    client_type: `${flavor}_agent`,
    flavor,
    name,
    ...(await authenticationIn(document, call)),
    application_type,
    redirect_uris,
    require_pushed_authorization_requests: false,
    dpop_bound_access_tokens: false,
    scopes: availableScopes(flavor, scope.split(" ").filter(Boolean)),
    created_ip: call.ip,
  } as const
}

/**
 * How the client authenticates. ChatGPT's document prefers `private_key_jwt` and also supports `none`, so its client may do
 * either; the keys of a client that only signs must be readable.
 */
async function authenticationIn(document: ClientDocument, call: Call) {
  const { token_endpoint_auth_method: method, token_endpoint_auth_methods_supported } = document
  const methods = [method, ...token_endpoint_auth_methods_supported]
  const isPublic = methods.includes("none")
  const keys = methods.includes("private_key_jwt") ? await keysIn(document, call) : undefined
  if (!isPublic && !keys)
    throw unusable("is not valid: jwks or jwks_uri must have a public key for RS256 or ES256")
  const auth_method = isPublic ? ("none" as const) : ("private_key_jwt" as const)
  return { auth_method, jwks: keys ?? null }
}

async function keysIn({ jwks, jwks_uri }: ClientDocument, call: Call): Promise<ClientKeySet | undefined> {
  if (jwks_uri === undefined) return usableKeys(jwks)
  const fetched = await get(jwks_uri, policyOf(call).options.allow_private_networks)
  return fetched.ok ? usableKeys(jsonOrNothing(fetched.body)) : undefined
}

const unusable = (why: string): Problem =>
  oauthProblem("invalid_client_metadata", `The client's metadata document ${why}.`)
