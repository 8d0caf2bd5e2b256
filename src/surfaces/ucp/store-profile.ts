import { mcpPathOf } from "../../domain/scopes"
import { policyOf } from "../../gateway/admission"
import type { Call } from "../../gateway/call"
import { publicHalf } from "../../gateway/signing-key"
import { capabilitiesIn } from "./capabilities"
import { declaredHandlers } from "./payment-handler/payment-handler"
import { schemaUrl, specUrl, type Version, VERSIONS } from "./ucp-versions"

/** The shopping service over one transport: its endpoint and its documents. */
export interface Service {
  readonly version: Version
  readonly spec: string
  readonly transport: "rest" | "mcp"
  readonly schema: string
  readonly endpoint: string
}

/** One entry per transport, the preferred one first. */
export function servicesOf(version: Version, { base_url }: Call): [Service, ...Service[]] {
  const endpoint = `${base_url}/gw-ucp/v1`
  const serviceOver = (transport: Service["transport"], schema: string, address: string): Service => ({
    version,
    spec: specUrl(version, "overview"),
    transport,
    schema: schemaUrl(version, `services/shopping/${schema}`),
    endpoint: address,
  })
  return [
    serviceOver("rest", "rest.openapi.json", endpoint),
    serviceOver("mcp", "mcp.openrpc.json", `${base_url}/${mcpPathOf("ucp")}`),
  ]
}

/**
 * The store's profile in one version, complete by itself (UCP: Discovery). Members that UCP does not define are
 * outside of `ucp`, whose members the protocol defines.
 */
export function profileOf(version: Version, call: Call) {
  const { base_url } = call
  const { card_key } = policyOf(call).options
  return {
    ucp: {
      version,
      services: { "dev.ucp.shopping": servicesOf(version, call) },
      capabilities: capabilitiesIn(version),
      payment_handlers: declaredHandlers(call),
    },
    ...(card_key && VERSIONS[version].keyMembers([publicHalf(card_key)])),
    authorization_server: {
      issuer: base_url,
      metadata: `${base_url}/.well-known/oauth-authorization-server`,
    },
  }
}
