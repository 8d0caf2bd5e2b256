import { type MiddlewareRoute, validateAndTransformQuery } from "@medusajs/framework/http"
import { validateBody } from "../validate-body"
import { ListDeliveries, ListWebhooks, ReplayDeliveries } from "./validators"

const at = "/admin/agentic-commerce/webhooks"

/** What runs before the routes of the clients' webhooks. */
export const adminWebhooks: MiddlewareRoute[] = [
  { matcher: at, methods: ["GET"], middlewares: [validateAndTransformQuery(ListWebhooks, {})] },
  {
    matcher: `${at}/:id/deliveries`,
    methods: ["GET"],
    middlewares: [validateAndTransformQuery(ListDeliveries, {})],
  },
  { matcher: `${at}/:id/replay`, methods: ["POST"], middlewares: [validateBody(ReplayDeliveries)] },
]
