import type { Client } from "../../../modules/oauth/models/client"

const URI_CHARACTERS = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/
/** The allowed characters of a host. Others that a URL allows could end the CSP directive that contains it. */
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/
const LOOPBACK = ["127.0.0.1", "[::1]", "localhost"]

/**
 * Redirect URIs of well-known programs whose scheme is not named after a domain. Each is allowed as a whole, because
 * another program could claim any other address of the scheme.
 */
const KNOWN_PROGRAMS: readonly string[] = ["cursor://anysphere.cursor-mcp/oauth/callback"]

/**
 * Whether a client may register this redirect URI: https anywhere, http on the loopback interface, that of a well-known
 * program, and for native applications a scheme named after a domain (RFC 8252 §7.1), which excludes `javascript:` and
 * similar schemes.
 */
export function isRegistrable(uri: string, application_type: Client["application_type"]): boolean {
  if (KNOWN_PROGRAMS.includes(uri)) return true
  const url = parse(uri)
  if (!url || uri.includes("#") || url.username || url.password) return false
  if (url.protocol === "https:") return HOST.test(url.hostname)
  return isLoopback(url) || (application_type === "native" && PRIVATE_SCHEME.test(url.protocol))
}

/**
 * Whether a redirect URI is registered, compared byte by byte. On the loopback interface the port may differ, because a
 * native application uses any free port (RFC 8252 §7.3).
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true
  const portless = withoutLoopbackPort(uri)
  return portless !== undefined && registered.some((known) => withoutLoopbackPort(known) === portless)
}

function withoutLoopbackPort(uri: string): string | undefined {
  const url = parse(uri)
  if (!url || !isLoopback(url)) return undefined
  return uri.replace(/^(http:\/\/[^/?#:[]*(?:\[[^\]]*\])?):\d+/i, "$1")
}

/** Whether the URL is http on the loopback interface. */
export const isLoopback = (url: URL): boolean => url.protocol === "http:" && LOOPBACK.includes(url.hostname)

const parse = (uri: string) => (URI_CHARACTERS.test(uri) && URL.canParse(uri) ? new URL(uri) : undefined)
