import { asValue } from "@medusajs/framework/awilix"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { REQUEST_ID, requestIdIn } from "../lib/request-id"
import { inStaffRequest } from "../lib/staff-audit"

/** Assigns the request id: for the log, and for the client in `X-Request-Id`. */
export function nameRequest(req: MedusaRequest, res: MedusaResponse): string {
  const request_id = requestIdIn(req.headers)
  req.scope.register(REQUEST_ID, asValue(request_id))
  res.setHeader("X-Request-Id", request_id)
  return request_id
}

/** The same for requests of the staff. The audit log records it with their changes. */
export function nameStaffRequest(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  inStaffRequest(nameRequest(req, res), next)
}
