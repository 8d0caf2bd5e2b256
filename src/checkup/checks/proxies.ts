import { Networks } from "../../domain/networks"
import type { Check } from "../check"
import { type Finding, ok, problem, warning } from "../finding"
import type { Patient } from "../patient"

/** What proxies leave in an answer. */
const TRACES = ["via", "cf-ray", "x-amz-cf-id", "x-served-by", "x-vercel-id", "fly-request-id"]
/** Addresses of documentation (RFC 5737): whoever trusts these trusts anybody. */
const STRANGERS = ["192.0.2.1", "198.51.100.1", "203.0.113.1"]

const ADVICE =
  "Set trusted_proxies, or GW_TRUSTED_PROXIES, to the networks of the proxies in front of the store, and to nothing more."

/** Whether whitelists and limits see the address of the caller: as far as that can be told from outside. */
export const proxies: Check = {
  name: "proxies",
  async run({ options: { base_url, trusted_proxies }, ask }) {
    const trusted = new Networks(trusted_proxies)
    if (STRANGERS.every((address) => trusted.has(address)))
      return [problem("trusted_proxies trusts every address: any caller may claim to be any other", ADVICE)]
    const trace = await traceAt(base_url, ask)
    const found = trace === null ? [] : [judge(trace, trusted_proxies.length)]
    return (await hidesHttps(base_url, ask)) ? [...found, HIDES_HTTPS] : found
  },
}

/** A page that a person opens to log in; which one does not matter. */
const LOGIN_PAGE = "/gw-ucp/oauth/v1/interaction/doctor"

const HIDES_HTTPS = problem(
  "the proxy does not send X-Forwarded-Proto: https, so the login of the consent page does not work",
  "Let the proxy send X-Forwarded-Proto: https with every request."
)

/** The page says so itself. A store that does not answer is reported by the check of its address. */
async function hidesHttps(base_url: string, ask: Patient["ask"]): Promise<boolean> {
  if (!base_url.startsWith("https:")) return false
  try {
    const { status, body } = await ask(base_url + LOGIN_PAGE)
    return status === 503 && body.includes("X-Forwarded-Proto")
  } catch {
    return false
  }
}

function judge(trace: string | undefined, trusted: number): Finding {
  if (trusted) return ok(`X-Forwarded-For is believed of ${trusted} networks`)
  if (!trace) return ok("none is trusted, and none can be seen")
  return warning(`${trace}, and no proxy is trusted: every call seems to come from that proxy`, ADVICE)
}

/** Medusa itself speaks http, so whoever answers by https stands in front of it. Null for a store that does not answer. */
async function traceAt(
  base_url: string,
  ask: (url: string) => Promise<{ headers: Headers }>
): Promise<string | undefined | null> {
  if (base_url.startsWith("https:")) return "base_url is https, which a proxy speaks"
  const answer = await ask(`${base_url}/.well-known/agent-card.json`).catch(() => undefined)
  if (!answer) return null
  const trace = TRACES.find((name) => answer.headers.has(name))
  return trace && `the answer went through a proxy (${trace})`
}
