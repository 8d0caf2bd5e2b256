import { type MiddlewareRoute, validateAndTransformQuery } from "@medusajs/framework/http"
import {
  IssueSandbox,
  ListAudit,
  ListClients,
  ListGrants,
  ReadFunnel,
  Revoke,
  UpdateClient,
  UpdateSettings,
} from "./validators"
import { refuseUnstorable } from "./refuse-unstorable"
import { validateBody } from "./validate-body"

const at = "/admin/agentic-commerce"

const body = (path: string, schema: Parameters<typeof validateBody>[0]): MiddlewareRoute => ({
  matcher: `${at}${path}`,
  methods: ["POST"],
  middlewares: [validateBody(schema)],
})

const query = (path: string, schema: Parameters<typeof validateAndTransformQuery>[0]): MiddlewareRoute => ({
  matcher: `${at}${path}`,
  methods: ["GET"],
  middlewares: [validateAndTransformQuery(schema, { isList: true })],
})

/** What the merchant's API accepts. That staff alone get this far is Medusa's own doing for everything under /admin. */
export const merchantMiddlewares: MiddlewareRoute[] = [
  { matcher: `${at}/*`, middlewares: [refuseUnstorable] },
  body("/settings", UpdateSettings),
  query("/clients", ListClients),
  body("/clients/:id", UpdateClient),
  body("/clients/:id/revoke", Revoke),
  query("/clients/:id/grants", ListGrants),
  body("/clients/:id/grants/:grant_id/revoke", Revoke),
  body("/sandbox", IssueSandbox),
  query("/audit", ListAudit),
  query("/funnel", ReadFunnel),
]
