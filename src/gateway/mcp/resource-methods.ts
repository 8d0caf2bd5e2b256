import { problem } from "../../domain/errors"
import type { Call } from "../call"
import type { Era } from "./era"
import type { McpApp } from "./mcp-app"
import { cacheable, type Method } from "./method"

const HTML = "text/html;profile=mcp-app"

/** The capabilities of a server that has an app (MCP Apps: Client and server capability negotiation). */
export const APP_CAPABILITIES = {
  resources: {},
  extensions: { "io.modelcontextprotocol/ui": {} },
}

/** The methods for a server's app, which is its only resource (MCP: Resources). */
export function resourceMethods(app: McpApp, era: Era): Readonly<Record<string, Method>> {
  const { uri, name, title, description } = app
  return {
    "resources/list": cacheable(era, (_, call) => ({
      resources: [{ uri, name, title, description, mimeType: HTML, _meta: metaOf(app, call) }],
    })),
    "resources/templates/list": cacheable(era, () => ({ resourceTemplates: [] })),
    "resources/read": cacheable(era, (params, call) => ({ contents: [contentOf(app, params.uri, call)] })),
  }
}

/** Throws `invalid_params` for another URI. */
function contentOf(app: McpApp, requested: unknown, call: Call): object {
  const { uri } = app
  if (requested === uri) return { uri, mimeType: HTML, text: app.html(call), _meta: metaOf(app, call) }
  throw problem("invalid_params", { issues: [{ path: "uri", message: `must be ${uri}` }] })
}

/** What the host must allow the document (MCP Apps: UI resource format). */
function metaOf(app: McpApp, call: Call): object {
  return { ui: { csp: { resourceDomains: app.imageOrigins(call) }, prefersBorder: true } }
}
