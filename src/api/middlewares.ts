import { defineMiddlewares } from "@medusajs/framework/http"
import { a2a } from "../surfaces/a2a"
import { bank } from "../surfaces/bank"
import { oauth } from "../surfaces/oauth"
import type { Surface } from "../surfaces/surface"
import { ucp } from "../surfaces/ucp"
import { adminPayments } from "./admin/agentic-commerce/payments/middlewares"
import { withoutBasePath } from "./base-path"
import { merchantMiddlewares } from "./admin/agentic-commerce/middlewares"
import { completeCartOnce } from "./complete-cart-once"
import { answerUnknown } from "./not-found"

/** Documents a client finds by the path of the address they describe. */
const DOCUMENTS = ["/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource"]

/** Which surface answers under which prefix. */
const PREFIXES: readonly [string, Surface][] = [
  ["/gw-a2a", a2a],
  ["/gw-ucp/oauth", oauth],
  ["/gw-ucp/v1", ucp],
  ["/gw-bank", bank],
  ...DOCUMENTS.map((document): [string, Surface] => [document, oauth]),
]

/**
 * Our surfaces read their bodies raw: what is signed must be verified byte for byte, and a malformed body must be
 * told in the surface's own envelope.
 */
const rawBodies = ["/gw-a2a/*", "/gw-ucp/*", "/gw-bank/*"].map((matcher) => ({
  matcher,
  methods: ["POST" as const, "PUT" as const, "PATCH" as const, "DELETE" as const],
  bodyParser: false as const,
}))

export default defineMiddlewares({
  routes: [
    ...rawBodies,
    ...DOCUMENTS.map((matcher) => ({ matcher, middlewares: [withoutBasePath] })),
    ...PREFIXES.map(([matcher, surface]) => ({ matcher, middlewares: [answerUnknown(surface, matcher)] })),
    ...adminPayments,
    { matcher: "/store/carts/:id/complete", methods: ["POST"], middlewares: [completeCartOnce] },
    ...merchantMiddlewares,
  ],
})
