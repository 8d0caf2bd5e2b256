import type { MiddlewareRoute } from "@medusajs/framework/http"
import { Nothing, validateBody } from "../validate-body"
import { EraseCustomer, EraseGuest, ExportGuest } from "./validators"

const at = "/admin/agentic-commerce/customers"

/** The validation of the routes about customers' data. */
export const adminCustomers: MiddlewareRoute[] = [
  { matcher: `${at}/export`, methods: ["POST"], middlewares: [validateBody(ExportGuest)] },
  { matcher: `${at}/:id/export`, methods: ["POST"], middlewares: [validateBody(Nothing)] },
  { matcher: `${at}/erase`, methods: ["POST"], middlewares: [validateBody(EraseGuest)] },
  { matcher: `${at}/:id/erase`, methods: ["POST"], middlewares: [validateBody(EraseCustomer)] },
]
