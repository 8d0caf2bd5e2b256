import { type Flavor, MCP_FLAVORS, mcpPathOf, NAMESPACES } from "../../domain/scopes"
import { policyOf } from "../../gateway/admission"
import type { Call } from "../../gateway/call"

/** A service of the store for agents. */
export interface Service {
  readonly title: string
  /** What agents do there, in one sentence. */
  readonly purpose: string
  readonly url: string
  /** The document that describes it. */
  readonly meta: string
}

/** How each agents' surface is described. The customer app is for the store's own programs, and is not listed. */
const SURFACES: Partial<Record<Flavor, Pick<Service, "title" | "purpose"> & { path: string; meta: string }>> =
  {
    ucp: {
      title: "UCP",
      purpose: "Search the catalog, fill carts, check out and follow orders.",
      path: "",
      meta: "/.well-known/ucp",
    },
    acp: {
      title: "ACP",
      purpose: "Check out for a buyer.",
      path: "",
      meta: "/.well-known/acp.json",
    },
    a2a: {
      title: "A2A",
      purpose: "Request, capture and refund payments, for agents of the store's staff.",
      path: "/rpc",
      meta: "/.well-known/agent-card.json",
    },
  }

/** The services that the merchant has switched on: each surface, and its MCP server. */
export async function servicesOf(call: Call): Promise<Service[]> {
  const settings = await policyOf(call).settings()
  return (Object.keys(SURFACES) as Flavor[])
    .filter((flavor) => settings[`${flavor}_enabled`])
    .flatMap((flavor) => servicesFor(flavor, call))
}

function servicesFor(flavor: Flavor, { base_url }: Call): Service[] {
  const surface = SURFACES[flavor]
  if (!surface) return []
  const { title, purpose, path, meta } = surface
  const root = `${base_url}/${NAMESPACES[flavor]}`
  const own = { title, purpose, url: `${root}${path}`, meta: `${base_url}${meta}` }
  if (!MCP_FLAVORS.some((one) => one === flavor)) return [own]
  const server = mcpPathOf(flavor)
  const resource = `${base_url}/.well-known/oauth-protected-resource/${server}`
  return [own, { title: `${title} over MCP`, purpose, url: `${base_url}/${server}`, meta: resource }]
}
