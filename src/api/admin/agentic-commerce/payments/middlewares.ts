import { type MiddlewareRoute, validateAndTransformQuery } from "@medusajs/framework/http"
import { validateBody } from "../validate-body"
import { CapturePayment, ListPayments, RefundPayment, ResolveReview, VoidPayment } from "./validators"

const at = "/admin/agentic-commerce/payments"

const body = (path: string, schema: Parameters<typeof validateBody>[0]): MiddlewareRoute => ({
  matcher: `${at}/:id/${path}`,
  methods: ["POST"],
  middlewares: [validateBody(schema)],
})

/** What runs before the routes of the payments. */
export const adminPayments: MiddlewareRoute[] = [
  { matcher: at, methods: ["GET"], middlewares: [validateAndTransformQuery(ListPayments, {})] },
  body("capture", CapturePayment),
  body("void", VoidPayment),
  body("refund", RefundPayment),
  body("review/resolve", ResolveReview),
]
