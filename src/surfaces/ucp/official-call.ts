import type { Call } from "../../gateway/call"

/** The paths of UCP's REST binding below the endpoint in the profile, and their methods if this service has others. */
const OFFICIAL: readonly { readonly path: RegExp; readonly method?: string }[] = [
  { path: /^\/checkout-sessions(\/[^/]+(\/(complete|cancel))?)?\/?$/ },
  { path: /^\/carts(\/[^/]+(\/cancel)?)?\/?$/ },
  { path: /^\/catalog\/(search|lookup|product)\/?$/, method: "POST" },
  { path: /^\/orders\/[^/]+\/?$/, method: "GET" },
]

const ENDPOINT = "/gw-ucp/v1"

/**
 * Whether a call follows the published UCP to the letter: a platform that names itself, as UCP requires of every request
 * (UCP: REST binding, `UCP-Agent`), on a path of UCP's own. Such a call gets UCP's error shape, and its updates replace.
 * Any other call is one of this service's own API, which has more paths and the superset of both errors.
 */
export function isOfficial({ headers, method, path }: Pick<Call, "headers" | "method" | "path">): boolean {
  if (headers["ucp-agent"] === undefined || !path.startsWith(ENDPOINT)) return false
  const below = path.slice(ENDPOINT.length)
  return OFFICIAL.some((one) => one.path.test(below) && (one.method ?? method) === method)
}
