import type { MiddlewareRoute } from "@medusajs/framework/http"
import { Nothing, validateBody } from "../validate-body"
import { validateQuery } from "../validate-query"
import { CapturePayment, ExportPayments, ListPayments, RefundPayment, ResolveReview } from "./validators"

const at = "/admin/agentic-commerce/payments"

const body = (path: string, schema: Parameters<typeof validateBody>[0]): MiddlewareRoute => ({
  matcher: `${at}/:id/${path}`,
  methods: ["POST"],
  middlewares: [validateBody(schema)],
})

/** The validation of the payment routes. */
export const adminPayments: MiddlewareRoute[] = [
  { matcher: at, methods: ["GET"], middlewares: [validateQuery(ListPayments)] },
  { matcher: `${at}/export`, methods: ["GET"], middlewares: [validateQuery(ExportPayments)] },
  body("capture", CapturePayment),
  // A void has no amount, because it voids the whole authorization.
  body("void", Nothing),
  body("refund", RefundPayment),
  body("reconcile", Nothing),
  body("review/resolve", ResolveReview),
]
