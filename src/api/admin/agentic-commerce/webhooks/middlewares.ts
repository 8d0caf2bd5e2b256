import type { MiddlewareRoute } from "@medusajs/framework/http"
import { Nothing, validateBody } from "../validate-body"
import { validateQuery } from "../validate-query"
import {
  ExportDeliveries,
  ExportWebhooks,
  ListDeliveries,
  ListWebhooks,
  ReplayDeliveries,
} from "./validators"

const at = "/admin/agentic-commerce/webhooks"

/** The validation of the webhook routes. */
export const adminWebhooks: MiddlewareRoute[] = [
  { matcher: at, methods: ["GET"], middlewares: [validateQuery(ListWebhooks)] },
  { matcher: `${at}/export`, methods: ["GET"], middlewares: [validateQuery(ExportWebhooks)] },
  {
    matcher: `${at}/:id/deliveries`,
    methods: ["GET"],
    middlewares: [validateQuery(ListDeliveries)],
  },
  {
    matcher: `${at}/:id/deliveries/export`,
    methods: ["GET"],
    middlewares: [validateQuery(ExportDeliveries)],
  },
  { matcher: `${at}/:id/replay`, methods: ["POST"], middlewares: [validateBody(ReplayDeliveries)] },
  ...["ping", "enable", "disable", "deliveries/:delivery_id/retry"].map((action): MiddlewareRoute => {
    return { matcher: `${at}/:id/${action}`, methods: ["POST"], middlewares: [validateBody(Nothing)] }
  }),
]
