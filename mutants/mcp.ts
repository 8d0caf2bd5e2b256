import type { Mutant } from "./mutant"

const PROTOCOL = "integration-tests/http/mcp-protocol.spec.ts"

/** Faults in the MCP servers: who may call, what a call is, and what a model reads. */
export const MCP: readonly Mutant[] = [
  {
    name: "mcp-header-differs-from-the-tool",
    file: "src/gateway/mcp/mirrored-headers.ts",
    find: "if (named === undefined) return",
    replace: "return",
    spec: PROTOCOL,
    only: "requires headers that repeat the body",
  },
  {
    name: "mcp-pages-of-other-sites-call",
    file: "src/gateway/mcp/caller-site.ts",
    find: "if (origin === undefined || origin === own.origin) return",
    replace: "if (origin !== own.origin) return",
    spec: PROTOCOL,
    only: "refuses web pages of other sites",
  },
  {
    name: "mcp-tools-without-their-scope-are-listed",
    file: "src/gateway/mcp/mcp-methods.ts",
    find: `isOpen(access) || access === "any_token"`,
    replace: `isOpen(access) || access !== undefined || access === "any_token"`,
    spec: PROTOCOL,
    only: "are those that the token may call",
  },
  {
    name: "mcp-meta-contradicts-the-header",
    file: "src/gateway/mcp/contained-call.ts",
    find: "if (sent !== undefined && sent !== value)",
    replace: "if (sent === undefined && sent !== undefined)",
    spec: PROTOCOL,
    only: "must agree with the HTTP headers",
  },
  {
    name: "mcp-texts-keep-invisible-characters",
    file: "src/gateway/mcp/clean-content.ts",
    find: `text.replace(INVISIBLE, "")`,
    replace: "text",
    spec: "src/gateway/mcp/__tests__/clean-content.unit.spec.ts",
  },
  {
    name: "mcp-rest-and-mcp-keys-differ",
    file: "src/gateway/mcp/contained-call.ts",
    find: "Buffer.from(canonicalText(payload))",
    replace: "Buffer.from(canonicalText({ payload }))",
    spec: "integration-tests/http/mcp-purchases.spec.ts",
    only: "create one checkout for one idempotency key",
  },
  {
    name: "mcp-shown-link-starts-another-payment",
    file: "src/surfaces/a2a/mcp/index.ts",
    find: "...(keyIn(call) !== undefined && { link })",
    replace: "link",
    spec: "integration-tests/http/mcp-payments.spec.ts",
    only: "asks a client to open the link only when",
  },
  {
    name: "mcp-resource-of-another-surface",
    file: "src/surfaces/oauth/requested-resource.ts",
    find: "requested === `${own}/mcp`",
    replace: `requested.endsWith("/mcp")`,
    spec: "integration-tests/http/oauth-mcp.spec.ts",
    only: "of another surface is rejected",
  },
  {
    name: "mcp-document-loads-images-from-anywhere",
    file: "src/surfaces/ucp/mcp/app/document.ts",
    find: '`img-src ${image_origins.join(" ") || "\'none\'"}`',
    replace: `"img-src *"`,
    spec: "integration-tests/http/mcp-app.spec.ts",
    only: "loads images from the configured origins only",
  },
  {
    name: "mcp-document-may-call-every-tool",
    file: "src/surfaces/ucp/mcp/app/shop-app.ts",
    find: `resourceUri: SHOP_APP.uri, visibility: ["model"]`,
    replace: `resourceUri: SHOP_APP.uri, visibility: ["model", "app"]`,
    spec: "integration-tests/http/mcp-app.spec.ts",
    only: "may call nothing but the reading of a checkout",
  },
]
