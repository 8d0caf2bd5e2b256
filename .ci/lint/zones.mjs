/**
 * Which folder may import which: the first zone whose `folder` contains a file decides. `*` is one path segment, `**`
 * everything below; `own` is the folder itself. Imports that are not listed are rejected, and so are files without a
 * zone.
 */
const framework = "@medusajs/framework/**"
const node = "node:**"
const zod = "@medusajs/framework/zod"
const domain = "src/domain/**"
const lib = "src/lib/**"
const options = "src/options/**"
const modules = "src/modules/**"
const workflows = "src/workflows/**"
const queries = "src/queries/**"
const paymentRoutes = "src/payment-routes/**"
const driver = "src/drivers/driver"
const providerCapabilities = "src/drivers/provider-capabilities"
const outbound = "src/outbound/**"
const gateway = "src/gateway/**"
const diagnostics = "src/diagnostics/**"
/** The gateway and the surfaces see requests and responses as plain data: neither Express nor Medusa's HTTP types. */
const surfaceTools = [zod, "@medusajs/framework/types", "@medusajs/framework/utils", node]
const application = [domain, lib, options, modules, workflows, queries]
const surface = [
  gateway,
  driver,
  providerCapabilities,
  outbound,
  "src/catalog/**",
  ...application,
  ...surfaceTools,
]
/** Workers: what jobs and subscribers start, besides workflows. */
const workers = [
  "src/webhooks/**",
  "src/catalog/**",
  "src/surfaces/a2a/dialects/push/**",
  "src/surfaces/acp/feed/push-feed",
]

export const zones = [
  { folder: "src/domain", may: ["own", "node:crypto", "node:net"] },
  { folder: "src/options", may: ["own", domain, zod] },
  { folder: "src/lib", may: ["own", domain, options, framework, node] },
  {
    folder: "src/drivers",
    may: ["own", domain, lib, options, zod, "jose", "undici", node],
  },
  { folder: "src/outbound", may: ["own", domain, "undici", "ipaddr.js", node] },
  { folder: "src/modules/*", may: ["own", domain, lib, options, "src/drivers/**", framework, node] },
  { folder: "src/links", may: ["own", modules, framework] },
  { folder: "src/providers", may: ["own", domain, lib, options, modules, driver, framework, node] },
  { folder: "src/queries", may: ["own", domain, lib, options, modules, framework] },
  { folder: "src/workflows/alert", may: ["own", outbound, ...application, framework] },
  {
    folder: "src/workflows",
    may: ["own", paymentRoutes, ...application, driver, framework, "@medusajs/medusa/core-flows", node],
  },
  { folder: "src/payment-routes", may: ["own", ...application, framework, node] },
  { folder: "src/catalog", may: ["own", domain, lib, options, modules, queries, framework, node] },
  { folder: "src/gateway/dpop", may: [gateway, "jose", ...application, ...surfaceTools] },
  { folder: "src/gateway/webhooks", may: [gateway, outbound, ...application, ...surfaceTools] },
  { folder: "src/gateway", may: ["own", ...application, ...surfaceTools] },
  {
    folder: "src/surfaces/a2a/dialects",
    may: ["src/surfaces/a2a/**", "@a2a-js/sdk", "@a2a-js/sdk/**", ...surface],
  },
  { folder: "src/surfaces/oauth", may: ["own", "jose", ...surface] },
  { folder: "src/surfaces/*", may: ["own", ...surface] },
  { folder: "src/webhooks", may: ["own", "src/surfaces/ucp/**", "src/surfaces/acp/**", ...surface] },
  /** The doctor runs without a store, so the checks know pure rules, the options and the messages of banks only. */
  { folder: "src/diagnostics/doctor", may: ["own", diagnostics, domain, lib, options, framework, node] },
  { folder: "src/diagnostics/test-run", may: ["own", diagnostics, ...surface] },
  { folder: "src/diagnostics", may: ["own", domain, lib, options, "src/drivers/**", node] },
  /** The merchant's routes call workflows and queries, and no protocol. */
  {
    folder: "src/api/admin",
    may: ["src/api/**", gateway, diagnostics, ...application, framework, node],
  },
  {
    folder: "src/api",
    may: [
      "own",
      "src/surfaces/**",
      gateway,
      diagnostics,
      ...application,
      framework,
      "@medusajs/medusa/api/**",
      node,
    ],
  },
  { folder: "src/jobs", may: ["own", ...workers, ...application, framework, node] },
  {
    folder: "src/subscribers",
    may: ["own", ...workers, ...application, "@medusajs/framework", framework, node],
  },
  { folder: "src/scripts", may: ["own", ...workers, ...application, framework, node] },
  { folder: "src/__tests__", may: [options, lib, domain, framework, node] },
  /** A receiver's side shares no code with the sender: a mistake in one cannot hide a mistake in the other. */
  { folder: "src/webhook-listener", may: ["own", node] },
  /** Runs in a browser: of the server's code it may import pure rules and the types of responses. */
  {
    folder: "src/admin",
    may: [
      "own",
      domain,
      "src/modules/*/models/**",
      "@medusajs/admin-sdk",
      "@medusajs/icons",
      "@medusajs/js-sdk",
      "@medusajs/ui",
      "@tanstack/react-query",
      "react",
      "react-i18next",
      "react-router-dom",
    ],
  },
  /** Runs in a browser, in a frame of an assistant. */
  { folder: "src/mcp-app", may: ["own", domain] },
  { folder: "src/simulator", may: ["own", "jose", node] },
  /** The example of a driver imports what a driver may, and NETOPIA's double shares no code with it. */
  {
    folder: "integration-tests/drivers/netopia-example",
    may: ["own", driver, "src/drivers/signature-refused", domain, lib, options, zod, "jose", "undici", node],
  },
  { folder: "integration-tests/drivers/netopia-double", may: ["own", node] },
  /** Stands for Stripe, so it shares no code with the plugin. */
  { folder: "stripe-double", may: ["own", node] },
  /** The audit is independent of what it audits: it knows tables and the bank's ledger, and none of the plugin's code. */
  { folder: "chaos/audit", may: ["own", "node:crypto"] },
  /** Code that is not published may import everything, but uses the bank simulator only as a process. */
  { folder: "", outside: "src", mayNot: ["src/simulator/**"] },
]

/** What a test may import besides what the code beside it may: `demo/key-pair` is node:crypto alone. */
export const testTools = [
  "vitest",
  "fast-check",
  "csv-parse/sync",
  "http-message-signatures",
  "standardwebhooks",
  "redsys-easy",
  "demo/key-pair",
  "src/__tests__/redsys-account",
]
