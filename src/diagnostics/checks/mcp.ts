import {
  type RegistrationBarrier,
  registrationBarriers,
  type RegistrationRules,
} from "../../domain/registration"
import { MCP_FLAVORS, mcpPathOf, type Switches } from "../../domain/scopes"
import { FORWARD, RESTART } from "../advice"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"
import type { CheckContext } from "../check-context"
import { documentAt } from "../document-at"
import { authorizationServerFaults } from "./authorization-server"

interface Rules extends Switches, RegistrationRules {
  readonly agents_stopped: boolean
}

/**
 * Whether assistants find the way from each enabled MCP server to the store's login (MCP: Authorization; RFC 9728
 * section 5): its 401, the metadata that this names, and the authorization server with its endpoints. A store that does not
 * respond is reported by the check of its URL, and stopped agents by that of the surfaces. Warns of rules of registration
 * that keep new assistants out.
 */
export const mcp: Check = {
  name: "MCP",
  async run(context) {
    const [switches] = await context.query<Rules>("select * from gw_setting")
    if (!switches || switches.agents_stopped) return []
    const on = MCP_FLAVORS.filter((flavor) => switches[`${flavor}_enabled`])
    const found = await Promise.all(on.map((flavor) => resultOf(`/${mcpPathOf(flavor)}`, context)))
    const results = found.filter((result) => result !== undefined)
    if (!results.some(leadsOn)) return results
    const faults = await authorizationServerFaults(context)
    if (faults.length) return [...results.filter((result) => !leadsOn(result)), ...faults]
    return [...results, ...limits(switches)]
  },
}

/** The servers have the same authorization server, so its faults are reported once. */
const leadsOn = ({ level }: CheckResult): boolean => level === "ok"

/** What keeps new assistants out although the way is open. Those that are connected stay. */
const limits = (rules: Rules): CheckResult[] =>
  registrationBarriers(rules).map((barrier) => WARNINGS[barrier])

const OPEN =
  "Open the registration: admin, Settings, Agentic Commerce, Access; or leave it if only known clients are to connect."

const WARNINGS: Record<RegistrationBarrier, CheckResult> = {
  closed: warning("no new assistant can connect: registration of clients is closed", OPEN),
  initial_access_token: warning(
    "most assistants cannot connect: registration of clients needs the merchant's token",
    OPEN
  ),
  pushed_only: warning(
    "assistants that do not push their requests for authorization cannot connect",
    "Switch pushed requests off: admin, Settings, Agentic Commerce, Access; or leave it if your clients push them."
  ),
  approval: warning(
    "a new assistant cannot connect before the merchant has approved it",
    "Approve new assistants: admin, Agentic Commerce, Agents; or switch the approval off: admin, Settings, Agentic Commerce, Access."
  ),
}

async function resultOf(path: string, context: CheckContext): Promise<CheckResult | undefined> {
  const refusal = await context.request(context.options.base_url + path, LIST_ORDERS).catch(() => undefined)
  if (!refusal) return undefined
  if (refusal.status !== 401)
    return problem(`${path} answers ${refusal.status} without a token, instead of 401`, FORWARD)
  return metadataFault(path, refusal.headers, context)
}

/** It requires a token on every server, also where the merchant lets callers without one browse. */
const LIST_ORDERS = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_orders" } }

const HEADERS = "Configure the proxy to pass the header WWW-Authenticate on: assistants find the login by it."

async function metadataFault(path: string, headers: Headers, context: CheckContext): Promise<CheckResult> {
  const { base_url } = context.options
  const named = /resource_metadata="([^"]+)"/.exec(headers.get("www-authenticate") ?? "")?.[1]
  if (!named) return problem(`the 401 of ${path} names no resource_metadata`, HEADERS)
  const expected = `/.well-known/oauth-protected-resource${path}`
  if (named !== base_url + expected) return problem(`the 401 of ${path} names ${named}`, RESTART)
  const { resource, authorization_servers: servers } = await documentAt(base_url + expected, context)
  if (resource !== base_url + path) return problem(`${expected} does not describe ${path}`, FORWARD)
  // Clients use the first one.
  if (!Array.isArray(servers) || servers[0] !== base_url)
    return problem(`${expected} does not name ${base_url} as the authorization server`, RESTART)
  return ok(`${path} leads assistants to the store's login`)
}
