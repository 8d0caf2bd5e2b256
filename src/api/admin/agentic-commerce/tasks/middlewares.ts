import type { MiddlewareRoute } from "@medusajs/framework/http"
import { validateQuery } from "../validate-query"
import { ExportTasks, ListTasks } from "./validators"

const at = "/admin/agentic-commerce/tasks"

/** The validation of the task routes. */
export const adminTasks: MiddlewareRoute[] = [
  { matcher: at, methods: ["GET"], middlewares: [validateQuery(ListTasks)] },
  { matcher: `${at}/export`, methods: ["GET"], middlewares: [validateQuery(ExportTasks)] },
]
