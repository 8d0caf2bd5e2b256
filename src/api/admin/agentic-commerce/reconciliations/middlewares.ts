import type { MiddlewareRoute } from "@medusajs/framework/http"
import { validateBody } from "../validate-body"
import { ReconcileFile } from "./validators"

/** The validation of the comparison. In JSON, a file of one megabyte takes at most two and a half, because quotes are escaped. */
export const adminReconciliations: MiddlewareRoute[] = [
  {
    matcher: "/admin/agentic-commerce/reconciliations",
    methods: ["POST"],
    bodyParser: { sizeLimit: "2500kb" },
    middlewares: [validateBody(ReconcileFile)],
  },
]
