import { type MiddlewareRoute, validateAndTransformQuery } from "@medusajs/framework/http"
import { validateBody } from "../validate-body"
import { EraseCustomer, EraseGuest, ExportGuest } from "./validators"

const at = "/admin/agentic-commerce/customers"

/** What runs before the routes about a customer's data. */
export const adminCustomers: MiddlewareRoute[] = [
  { matcher: `${at}/export`, methods: ["GET"], middlewares: [validateAndTransformQuery(ExportGuest, {})] },
  { matcher: `${at}/erase`, methods: ["POST"], middlewares: [validateBody(EraseGuest)] },
  { matcher: `${at}/:id/erase`, methods: ["POST"], middlewares: [validateBody(EraseCustomer)] },
]
