import type { MiddlewareRoute } from "@medusajs/framework/http"
import { validateQuery } from "../validate-query"
import { ListTasks } from "./validators"

/** The validation of the task routes. */
export const adminTasks: MiddlewareRoute[] = [
  {
    matcher: "/admin/agentic-commerce/tasks",
    methods: ["GET"],
    middlewares: [validateQuery(ListTasks)],
  },
]
