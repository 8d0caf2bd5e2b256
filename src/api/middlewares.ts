import { defineMiddlewares } from "@medusajs/framework/http"
import { a2a, a2aRest } from "../surfaces/a2a"
import { acp } from "../surfaces/acp"
import { app } from "../surfaces/app"
import { bank, bankPages } from "../surfaces/bank"
import { discovery } from "../surfaces/discovery"
import { metrics } from "../surfaces/metrics"
import { oauth } from "../surfaces/oauth"
import type { Surface } from "../gateway/surface"
import { ucp } from "../surfaces/ucp"
import { adminAlerts } from "./admin/agentic-commerce/alerts/middlewares"
import { adminApprovals } from "./admin/agentic-commerce/approvals/middlewares"
import { adminPayments } from "./admin/agentic-commerce/payments/middlewares"
import { adminReconciliations } from "./admin/agentic-commerce/reconciliations/middlewares"
import { adminWebhooks } from "./admin/agentic-commerce/webhooks/middlewares"
import { adminTasks } from "./admin/agentic-commerce/tasks/middlewares"
import { followMirrors } from "./aliases"
import { adminCustomers } from "./admin/agentic-commerce/customers/middlewares"
import { withoutBasePath } from "./base-path"
import { merchantMiddlewares } from "./admin/agentic-commerce/middlewares"
import { completeCartOnce } from "./complete-cart-once"
import { identifyPerson } from "./identify-person"
import { followVerbs, REST_PREFIX } from "./custom-verbs"
import { answerUnknown } from "./not-found"
import { recordingUnderLease } from "./record-under-lease"
import { secureHeaders } from "./secure-headers"

/** Documents whose URL contains the path of the resource that they describe. */
const DOCUMENTS = ["/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource"]

/** The surface of each prefix. The longest matching prefix applies. */
const PREFIXES: readonly [string, Surface][] = [
  ["/gw-a2a", a2a],
  [REST_PREFIX, a2aRest],
  ["/gw-a2a/v1/sca/return", bankPages],
  ["/gw-ucp/oauth", oauth],
  ["/gw-ucp", ucp],
  ["/gw-ucp/v1/challenge", bankPages],
  ["/gw-ucp/v1/continue", bankPages],
  ["/gw-bank", bank],
  ["/gw-bank/v1/go", bankPages],
  ["/gw-bank/v1/pay", bankPages],
  ["/gw-bank/v1/return", bankPages],
  ["/gw-metrics", metrics],
  ["/gw-test-run", bank],
  ["/gw-acp", acp],
  ["/gw-acp/v1/continue", bankPages],
  ["/gw-app", app],
  ["/.well-known/agent-card.json", a2a],
  ["/.well-known/acp.json", acp],
  ["/.well-known/api-catalog", discovery],
  ["/llms.txt", discovery],
  ["/.well-known/ucp", ucp],
  ["/.well-known/ucp.json", ucp],
  ...DOCUMENTS.map((document): [string, Surface] => [document, oauth]),
]

/** All methods, because Medusa would parse the body of any of them. */
const METHODS: ("GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE")[] = [
  "GET",
  "HEAD",
  "OPTIONS",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
]

const prefixesIn = (outer: string) =>
  PREFIXES.map(([prefix]) => prefix).filter((prefix) => prefix.startsWith(`${outer}/`))

/**
 * Our surfaces read raw bodies: signatures must be verified byte for byte, and a malformed body must be reported in the
 * surface's error format.
 */
const rawBodies = PREFIXES.map(([prefix]) => ({
  matcher: `${prefix}/*`,
  methods: METHODS,
  bodyParser: false as const,
}))

export default defineMiddlewares({
  routes: [
    ...rawBodies,
    ...DOCUMENTS.map((matcher) => ({ matcher, middlewares: [withoutBasePath] })),
    { matcher: "/gw-ucp", middlewares: [followMirrors] },
    { matcher: REST_PREFIX, middlewares: [followVerbs] },
    ...PREFIXES.map(([matcher, surface]) => ({
      matcher,
      middlewares: [secureHeaders, answerUnknown(surface, matcher, prefixesIn(matcher))],
    })),
    { matcher: "/gw-ucp/oauth/v1/interaction/:uid", methods: ["POST"], middlewares: [identifyPerson] },
    ...adminAlerts,
    ...adminApprovals,
    ...adminPayments,
    ...adminReconciliations,
    ...adminWebhooks,
    ...adminCustomers,
    ...adminTasks,
    { matcher: "/store/carts/:id/complete", methods: ["POST"], middlewares: [completeCartOnce] },
    ...recordingUnderLease,
    ...merchantMiddlewares,
  ],
})
