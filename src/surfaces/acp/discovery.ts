import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { MCP_FLAVORS } from "../../domain/scopes"
import { policyOf } from "../../gateway/admission"
import { document } from "../../gateway/document"
import { knownMarkets } from "../../queries/catalog/buyer-market"
import { operation } from "../../gateway/operation"
import { DISCOUNT } from "./agent-capabilities"
import { VERSION, VERSIONS } from "./acp-versions"

/**
 * `GET /.well-known/acp.json` (ACP: Discovery): the public description of the store's ACP endpoint, cacheable for an
 * hour. Throws `not_found` while ACP is disabled, as the protocol specifies for stores without it.
 */
export const discovery = operation({
  access: "discovery",
  input: z.unknown(),
  async run(_, call) {
    if (!(await policyOf(call).settings()).acp_enabled) throw problem("not_found")
    const currencies = (await knownMarkets(call.container)).map(({ currency }) => currency.toLowerCase())
    const content = {
      protocol: { name: "acp", version: VERSION, supported_versions: [...VERSIONS].reverse() },
      api_base_url: `${call.base_url}/gw-acp/v1`,
      transports: MCP_FLAVORS.some((flavor) => flavor === "acp") ? ["rest", "mcp"] : ["rest"],
      capabilities: {
        services: ["checkout", "orders", "carts"],
        extensions: [{ name: DISCOUNT }],
        intervention_types: ["3ds"],
        supported_currencies: [...new Set(currencies)].sort(),
      },
    }
    return document(content, call, { "Cache-Control": "public, max-age=3600" })
  },
})
