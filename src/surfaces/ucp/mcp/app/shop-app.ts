import { isOrigin } from "../../../../domain/origin"
import { policyOf } from "../../../../gateway/admission"
import type { Call } from "../../../../gateway/call"
import type { McpApp, ToolUi } from "../../../../gateway/mcp/mcp-app"
import { shopDocument } from "./document"

/** The store's own origin, and those that the configuration adds. */
function imageOrigins(call: Call): readonly string[] {
  const { image_origins } = policyOf(call).options
  return [...new Set([new URL(call.base_url).origin, ...image_origins])].filter(isOrigin)
}

/** Shows products, carts and checkouts (MCP Apps). */
export const SHOP_APP: McpApp = {
  uri: "ui://medusa-agentic-gateway/shop",
  name: "shop",
  title: "Shop",
  description: "Shows products, a cart, or a checkout with its status.",
  imageOrigins,
  html: (call) =>
    shopDocument({
      continue_url: `${call.base_url}/gw-ucp/v1/continue/`,
      image_origins: imageOrigins(call),
    }),
}

/** A tool whose results the document shows. */
export const SHOWN: ToolUi = { resourceUri: SHOP_APP.uri, visibility: ["model"] }

/** The same for the only tool that the document itself calls. */
export const SHOWN_AND_CALLED: ToolUi = { ...SHOWN, visibility: ["model", "app"] }

/** A tool that the document neither shows nor calls. */
export const FOR_THE_MODEL: ToolUi = { visibility: ["model"] }
