import type { MiddlewareRoute } from "@medusajs/framework/http"
import { Nothing, validateBody } from "../validate-body"
import { validateQuery } from "../validate-query"
import { ListAlerts, TestAlert } from "./validators"

/** The validation of the alert routes. */
export const adminAlerts: MiddlewareRoute[] = [
  {
    matcher: "/admin/agentic-commerce/alerts",
    methods: ["GET"],
    middlewares: [validateQuery(ListAlerts)],
  },
  {
    matcher: "/admin/agentic-commerce/alerts/test",
    methods: ["POST"],
    middlewares: [validateBody(TestAlert)],
  },
  {
    matcher: "/admin/agentic-commerce/alerts/webhook-secret",
    methods: ["POST"],
    middlewares: [validateBody(Nothing)],
  },
  ...["acknowledge", "reopen"].map((action): MiddlewareRoute => ({
    matcher: `/admin/agentic-commerce/alerts/:id/${action}`,
    methods: ["POST"],
    middlewares: [validateBody(Nothing)],
  })),
]
