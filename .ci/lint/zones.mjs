/**
 * Who may import whom: the first zone whose `folder` holds a file decides. `*` stands for one path segment, `**` for
 * everything below; `own` is the folder itself. What is not listed is refused, and so is a file without a zone.
 */
const leaves = [
  ...[
    "src/options",
    "src/failpoints",
    "src/heartbeat",
    "src/own-connection",
    "src/batch",
    "src/newest-first",
  ],
  ...["src/request-id", "src/log", "src/staff-change", "src/minor-units"],
]
const framework = "@medusajs/framework/**"
const node = "node:**"
const domain = "src/domain/**"
const modules = "src/modules/**"
const workflows = "src/workflows/**"
const queries = "src/queries/**"
const providerIds = "src/providers/*/id"
/** A surface sees requests and replies as plain data: neither Express nor Medusa's HTTP types. */
const surfaceTools = [
  "@medusajs/framework/zod",
  "@medusajs/framework/types",
  "@medusajs/framework/utils",
  node,
]
/** Pages for people, which every surface that has any makes in the same way. */
const pages = ["src/surfaces/pages/**", "src/surfaces/customer-pages/**"]
const surface = [
  "src/surfaces/*",
  ...pages,
  "src/surfaces/session/**",
  "src/surfaces/idempotency/**",
  domain,
  modules,
  workflows,
  queries,
  "src/drivers/driver",
  "src/outbound/**",
  ...leaves,
  ...surfaceTools,
]
const background = [domain, modules, workflows, queries, ...leaves, framework, node]

export const zones = [
  { folder: "src/domain", may: ["own", "node:crypto", "node:net"] },
  { folder: "src/options", may: [domain, "@medusajs/framework/zod"] },
  { folder: "src/failpoints", may: [node] },
  { folder: "src/own-connection", may: [framework] },
  { folder: "src/heartbeat", may: ["src/own-connection", framework] },
  { folder: "src/batch", may: [] },
  { folder: "src/minor-units", may: [domain, framework] },
  { folder: "src/newest-first", may: [domain, framework] },
  { folder: "src/request-id", may: [node] },
  { folder: "src/log", may: ["src/request-id", framework] },
  { folder: "src/staff-change", may: [framework, node] },
  {
    folder: "src/drivers",
    may: ["own", domain, ...leaves, "@medusajs/framework/zod", "jose", "undici", node],
  },
  {
    folder: "src/modules/*",
    may: ["own", domain, "src/drivers/**", "src/live-migration/**", ...leaves, framework, node],
  },
  { folder: "src/live-migration", may: ["own", "src/own-connection", framework, node] },
  { folder: "src/outbound", may: ["own", domain, "undici", "ipaddr.js", node] },
  { folder: "src/links", may: ["own", modules, framework] },
  {
    folder: "src/providers",
    may: ["own", domain, modules, "src/drivers/driver", ...leaves, framework, node],
  },
  { folder: "src/queries", may: ["own", domain, modules, providerIds, ...leaves, framework] },
  {
    folder: "src/workflows",
    may: [
      "own",
      domain,
      modules,
      queries,
      providerIds,
      "src/drivers/driver",
      ...leaves,
      framework,
      "@medusajs/medusa/core-flows",
      node,
    ],
  },
  {
    folder: "src/surfaces/oauth",
    may: ["own", "src/surfaces/*", "src/surfaces/pages/**", domain, modules, "jose", ...surfaceTools],
  },
  {
    folder: "src/surfaces/a2a/dialects",
    may: ["src/surfaces/a2a/**", "@a2a-js/sdk", "@a2a-js/sdk/**", ...surface],
  },
  { folder: "src/surfaces/test-run", may: ["own", "src/checkup/**", ...surface] },
  { folder: "src/surfaces/*", may: ["own", ...surface] },
  {
    folder: "src/surfaces",
    may: ["src/surfaces/*", ...pages, domain, modules, workflows, queries, ...leaves, ...surfaceTools],
  },
  {
    folder: "src/api",
    may: [
      "own",
      "src/surfaces/**",
      "src/checkup/**",
      domain,
      modules,
      ...leaves,
      framework,
      "@medusajs/medusa/api/**",
      node,
    ],
  },
  { folder: "src/jobs/deliver-push", may: ["own", "src/surfaces/a2a/dialects/push/**", ...background] },
  { folder: "src/jobs/refresh-catalog", may: ["own", "src/surfaces/ucp/catalog/**", ...background] },
  { folder: "src/jobs/deliver-webhooks", may: ["own", "src/surfaces/ucp/webhook/**", ...background] },
  { folder: "src/jobs/sweep-orders", may: ["own", "src/surfaces/ucp/webhook/**", ...background] },
  { folder: "src/jobs", may: ["own", ...background] },
  {
    folder: "src/subscribers/product-changed",
    may: ["own", "src/surfaces/ucp/catalog/**", "@medusajs/framework", ...background],
  },
  {
    folder: "src/subscribers/order-changed",
    may: ["own", "src/surfaces/ucp/webhook/**", "@medusajs/framework", ...background],
  },
  { folder: "src/scripts", may: ["own", "src/surfaces/ucp/catalog/**", ...background] },
  { folder: "src/subscribers", may: ["own", "@medusajs/framework", ...background] },
  {
    folder: "src/__tests__",
    may: ["src/live-migration/**", ...leaves, domain, "@medusajs/framework/**", node],
  },
  /** A receiver's side, and no code of the sender's: a mistake in one cannot hide a mistake in the other. */
  { folder: "src/webhook-listener", may: ["own", node] },
  /** Runs in a browser: of the server's code it knows pure rules, and the shapes of what is answered. */
  {
    folder: "src/admin",
    may: [
      "own",
      domain,
      "src/modules/*/models/**",
      ...["@medusajs/admin-sdk", "@medusajs/icons", "@medusajs/js-sdk", "@medusajs/ui"],
      "@tanstack/react-query",
      "react",
      "react-i18next",
      "react-router-dom",
    ],
  },
  /** What the doctor and the merchant's pages both look at, without a store that runs. */
  { folder: "src/checkup", may: ["own", domain, ...leaves, node] },
  { folder: "src/doctor", may: ["own", "src/checkup/**", domain, ...leaves, framework, node] },
  { folder: "src/simulator", may: ["own", "jose", node] },
  /** The audit is independent of what it audits: it knows tables and the bank's ledger, and no code of ours. */
  { folder: "chaos/audit", may: ["own", "node:crypto"] },
  /** Whatever is not published may import what it likes, but meets the bank simulator as a process only. */
  { folder: "", outside: "src", mayNot: ["src/simulator/**"] },
]

/** What a test may import besides what the code beside it may: `demo/key-pair` is node:crypto alone. */
export const testTools = [
  ...["vitest", "fast-check", "http-message-signatures", "standardwebhooks"],
  "demo/key-pair",
]
