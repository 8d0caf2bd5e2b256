import { FORWARD, RESTART } from "../advice"
import type { CheckContext } from "../check-context"
import { type CheckResult, problem } from "../check-result"
import { documentAt } from "../document-at"
import { metadataPathOf } from "../metadata-path"
import { endpointFaults } from "./authorization-endpoints"

const ENDPOINTS = ["authorization_endpoint", "token_endpoint", "registration_endpoint"] as const
type Endpoint = (typeof ENDPOINTS)[number]

/** Missing while the merchant has closed the registration. */
const OPTIONAL: readonly Endpoint[] = ["registration_endpoint"]

type Metadata = Readonly<Record<string, unknown>>

const UNCHANGED =
  "Configure the proxy to pass the document on unchanged, and restart the store if its base_url has changed."

/**
 * What keeps assistants from using the store's authorization server: its metadata (RFC 8414) and, if that is in order, the
 * endpoints that it names. Empty if nothing does.
 */
export async function authorizationServerFaults(context: CheckContext): Promise<CheckResult[]> {
  const { base_url } = context.options
  const path = metadataPathOf("oauth-authorization-server", base_url)
  const metadata = await documentAt(new URL(path, base_url).href, context)
  const { issuer } = metadata
  if (issuer === undefined)
    return [problem(`${path} does not serve the metadata of the authorization server`, FORWARD)]
  if (issuer !== base_url)
    return [problem(`${path} names the issuer ${String(issuer)} instead of ${base_url}`, RESTART)]
  const faults = [
    ...ENDPOINTS.flatMap((name) => addressFault(name, metadata, base_url)),
    ...pkceFault(metadata),
  ]
  if (faults.length) return faults.map((fault) => problem(`${path} ${fault}`, UNCHANGED))
  return endpointFaults(String(metadata.authorization_endpoint), String(metadata.token_endpoint), context)
}

/** The origin of the issuer is one of http or https, so an endpoint of the same origin is, too. */
function addressFault(name: Endpoint, { [name]: address }: Metadata, issuer: string): string[] {
  if (address === undefined) return OPTIONAL.includes(name) ? [] : [`names no ${name}`]
  const { origin } = new URL(issuer)
  if (typeof address === "string" && URL.canParse(address) && new URL(address).origin === origin) return []
  return [`names the ${name} ${String(address)}, which is not a URL at ${origin}`]
}

/** MCP clients refuse an authorization server that does not announce it (MCP: Authorization code protection). */
function pkceFault({ code_challenge_methods_supported: methods }: Metadata): string[] {
  if (Array.isArray(methods) && methods.includes("S256")) return []
  return ["does not announce PKCE with S256, without which assistants refuse the login"]
}
