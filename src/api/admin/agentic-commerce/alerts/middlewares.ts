import { type MiddlewareRoute, validateAndTransformQuery } from "@medusajs/framework/http"
import { validateBody } from "../validate-body"
import { Acknowledge, ListAlerts } from "./validators"

/** What runs before the routes of the alerts. */
export const adminAlerts: MiddlewareRoute[] = [
  {
    matcher: "/admin/agentic-commerce/alerts",
    methods: ["GET"],
    middlewares: [validateAndTransformQuery(ListAlerts, {})],
  },
  {
    matcher: "/admin/agentic-commerce/alerts/:id/acknowledge",
    methods: ["POST"],
    middlewares: [validateBody(Acknowledge)],
  },
]
