import { Networks } from "../../domain/networks"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"
import type { CheckContext } from "../check-context"

/** Response headers that proxies add. */
const TRACES = ["via", "cf-ray", "x-amz-cf-id", "x-served-by", "x-vercel-id", "fly-request-id"]
/** Documentation addresses (RFC 5737): a configuration that trusts them trusts every address. */
const UNTRUSTED = ["192.0.2.1", "198.51.100.1", "203.0.113.1"]

const ADVICE =
  "Set trusted_proxies, or GW_TRUSTED_PROXIES, to the networks of the proxies in front of the store, and to no other network."

/**
 * Whether allowed addresses and rate limits apply to the client's real IP address, as far as this is visible from
 * outside.
 */
export const proxies: Check = {
  name: "proxies",
  async run({ options: { base_url, trusted_proxies }, request }) {
    const trusted = new Networks(trusted_proxies)
    if (UNTRUSTED.every((address) => trusted.has(address)))
      return [problem("trusted_proxies trusts every address: every client can claim any IP address", ADVICE)]
    const trace = await traceAt(base_url, request)
    const results = trace === null ? [] : [resultFor(trace, trusted_proxies.length)]
    return (await hidesHttps(base_url, request)) ? [...results, HIDES_HTTPS] : results
  },
}

/** Any login page serves for the check. */
const LOGIN_PAGE = "/gw-ucp/oauth/v1/interaction/doctor"

const HIDES_HTTPS = problem(
  "the proxy does not send X-Forwarded-Proto: https, so the login of the consent page does not work",
  "Configure the proxy to send X-Forwarded-Proto: https with every request."
)

/**
 * Whether the login page reports that the header is missing. A store that does not respond is reported by the check of
 * its URL.
 */
async function hidesHttps(base_url: string, request: CheckContext["request"]): Promise<boolean> {
  if (!base_url.startsWith("https:")) return false
  try {
    const { status, body } = await request(base_url + LOGIN_PAGE)
    return status === 503 && body.includes("X-Forwarded-Proto")
  } catch {
    return false
  }
}

function resultFor(trace: string | undefined, trusted: number): CheckResult {
  if (trusted) return ok(`X-Forwarded-For is trusted from ${trusted} networks`)
  if (!trace) return ok("no proxy is trusted, and none is detected")
  return warning(`${trace}, but no proxy is trusted: every call appears to come from that proxy`, ADVICE)
}

/**
 * Evidence of a proxy: Medusa itself serves http only, so https means a proxy in front of it. Null for a store that
 * does not respond.
 */
async function traceAt(
  base_url: string,
  request: (url: string) => Promise<{ headers: Headers }>
): Promise<string | undefined | null> {
  if (base_url.startsWith("https:")) return "base_url is https, so a proxy is in front of the store"
  const answer = await request(`${base_url}/.well-known/agent-card.json`).catch(() => undefined)
  if (!answer) return null
  const trace = TRACES.find((name) => answer.headers.has(name))
  return trace && `the response passed through a proxy (${trace})`
}
