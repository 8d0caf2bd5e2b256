import type { Client } from "../../../modules/oauth/models/client"
import type { Call } from "../../../gateway/call"

/**
 * Lets a public client that runs in a web page read the response, if the page's origin is that of one of its registered
 * redirect URIs. The request is a simple one in terms of CORS, so it needs no preflight.
 */
export function crossOrigin(
  { auth_method, redirect_uris }: Client,
  { headers }: Call
): Record<string, string> {
  const vary = { Vary: "Origin" }
  const { origin = "" } = headers
  const own = redirect_uris.map((uri) => new URL(uri)).filter(({ protocol }) => /^https?:$/.test(protocol))
  if (auth_method !== "none" || !own.some((uri) => uri.origin === origin)) return vary
  return { ...vary, "Access-Control-Allow-Origin": origin }
}
