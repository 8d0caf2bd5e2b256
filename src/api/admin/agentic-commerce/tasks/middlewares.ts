import { type MiddlewareRoute, validateAndTransformQuery } from "@medusajs/framework/http"
import { ListTasks } from "./validators"

/** What runs before the routes of the tasks. */
export const adminTasks: MiddlewareRoute[] = [
  {
    matcher: "/admin/agentic-commerce/tasks",
    methods: ["GET"],
    middlewares: [validateAndTransformQuery(ListTasks, {})],
  },
]
