import type { MiddlewareRoute } from "@medusajs/framework/http"
import { validateQuery } from "../validate-query"
import { ListTasks } from "./validators"

/** What runs before the routes of the tasks. */
export const adminTasks: MiddlewareRoute[] = [
  {
    matcher: "/admin/agentic-commerce/tasks",
    methods: ["GET"],
    middlewares: [validateQuery(ListTasks)],
  },
]
