import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { policyOf } from "../admission"
import { document } from "../document"
import { knownMarkets } from "../market"
import { operation } from "../operation"
import { DISCOUNT } from "./capabilities"
import { VERSION, VERSIONS } from "./versions"

/**
 * `GET /.well-known/acp.json` (ACP: Discovery): what a store that is switched on has to offer, for anybody, for an hour.
 * Throws `not_found` while it is off, which is how ACP says that there is none.
 */
export const discovery = operation({
  access: "discovery",
  input: z.unknown(),
  async run(_, call) {
    if (!(await policyOf(call).settings()).acp_enabled) throw problem("not_found")
    const currencies = (await knownMarkets(call)).map(({ currency }) => currency.toLowerCase())
    const content = {
      protocol: { name: "acp", version: VERSION, supported_versions: [...VERSIONS].reverse() },
      api_base_url: `${call.base_url}/gw-acp/v1`,
      transports: ["rest"],
      capabilities: {
        services: ["checkout"],
        extensions: [{ name: DISCOUNT }],
        intervention_types: ["3ds"],
        supported_currencies: [...new Set(currencies)].sort(),
      },
    }
    return document(content, call, { "Cache-Control": "public, max-age=3600" })
  },
})
