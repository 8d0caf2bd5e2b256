import type { MiddlewareRoute } from "@medusajs/framework/http"
import { Nothing, validateBody } from "../validate-body"
import { validateQuery } from "../validate-query"
import { ListAlerts } from "./validators"

/** The validation of the alert routes. */
export const adminAlerts: MiddlewareRoute[] = [
  {
    matcher: "/admin/agentic-commerce/alerts",
    methods: ["GET"],
    middlewares: [validateQuery(ListAlerts)],
  },
  ...["acknowledge", "reopen"].map((action): MiddlewareRoute => ({
    matcher: `/admin/agentic-commerce/alerts/:id/${action}`,
    methods: ["POST"],
    middlewares: [validateBody(Nothing)],
  })),
]
