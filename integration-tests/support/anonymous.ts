import { sql } from "./database"
import { callUcp, type UcpAnswer } from "./call-ucp"
import { changeSettings } from "./policy"

/** Lets callers without a token browse the catalog, with these limits. */
export const allowAnonymous = (limits: object = {}) =>
  changeSettings({ ucp_anonymous_enabled: true, ucp_anonymous_limits: limits })

/** Forgets how many calls without a token were made. */
export const forgetAnonymous = () => sql("delete from gw_usage where client_id like 'anonymous:%'")

const posted = (body: object): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
})

/** The requests that browse the catalog over REST. */
export const BROWSING: Readonly<Record<string, [path: string, init: RequestInit]>> = {
  "POST /catalog/search": ["/gw-ucp/v1/catalog/search", posted({ query: "mug" })],
  "POST /catalog/lookup": ["/gw-ucp/v1/catalog/lookup", posted({ ids: ["horezu-mug"] })],
  "POST /catalog/product": ["/gw-ucp/v1/catalog/product", posted({ id: "horezu-mug" })],
  "GET /catalog/search": ["/gw-ucp/v1/catalog/search?q=mug", {}],
  "GET /catalog/{id}": ["/gw-ucp/v1/catalog/horezu-mug", {}],
}

/** Searches the catalog, without a token unless one is given. */
export const search = (base_url?: string, headers: Record<string, string> = {}): Promise<UcpAnswer> => {
  const [path, init] = BROWSING["POST /catalog/search"] as [string, RequestInit]
  const all = { ...(init.headers as Record<string, string>), ...headers }
  return callUcp(path, undefined, { ...init, headers: all, ...(base_url !== undefined && { base_url }) })
}
