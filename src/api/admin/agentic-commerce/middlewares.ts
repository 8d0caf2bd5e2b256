import type { MiddlewareRoute } from "@medusajs/framework/http"
import { nameStaffRequest } from "../../name-request"
import { secureHeaders } from "../../secure-headers"
import {
  ExportAudit,
  ExportClients,
  IssueSandbox,
  ListAudit,
  ListClients,
  ReadFunnel,
  ReadOverview,
  Revoke,
  UpdateClient,
  UpdateSettings,
} from "./validators"
import { Page } from "./paging"
import { refuseUnstorable } from "./refuse-unstorable"
import { Nothing, validateBody } from "./validate-body"
import { validateQuery } from "./validate-query"
import { ListViews, SaveView } from "./views/validators"

const at = "/admin/agentic-commerce"

const body = (path: string, schema: Parameters<typeof validateBody>[0]): MiddlewareRoute => ({
  matcher: `${at}${path}`,
  methods: ["POST"],
  middlewares: [validateBody(schema)],
})

const query = (path: string, schema: Parameters<typeof validateQuery>[0]): MiddlewareRoute => ({
  matcher: `${at}${path}`,
  methods: ["GET"],
  middlewares: [validateQuery(schema)],
})

/** The validation of the merchant's API. Medusa itself restricts everything under /admin to staff. */
export const merchantMiddlewares: MiddlewareRoute[] = [
  { matcher: `${at}/*`, middlewares: [secureHeaders, nameStaffRequest, refuseUnstorable] },
  body("/settings", UpdateSettings),
  query("/clients", ListClients),
  query("/clients/export", ExportClients),
  body("/clients/:id", UpdateClient),
  body("/clients/:id/approve", Nothing),
  body("/clients/:id/secret", Nothing),
  body("/clients/:id/revoke", Revoke),
  query("/clients/:id/grants", Page),
  body("/clients/:id/grants/:grant_id/revoke", Revoke),
  body("/sandbox", IssueSandbox),
  body("/registration-token", Nothing),
  body("/test-run", Nothing),
  query("/audit", ListAudit),
  query("/audit/export", ExportAudit),
  query("/funnel", ReadFunnel),
  query("/overview", ReadOverview),
  query("/views", ListViews),
  body("/views", SaveView),
]
