import { validateAndTransformQuery } from "@medusajs/framework/http"
import { ListPayments } from "./validators"

/** What runs before the routes of the payments' overview. */
export const adminPayments = [
  {
    matcher: "/admin/agentic-commerce/payments",
    methods: ["GET" as const],
    middlewares: [validateAndTransformQuery(ListPayments, {})],
  },
]
