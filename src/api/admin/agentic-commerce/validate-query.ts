import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { z } from "@medusajs/framework/zod"
import { refuseInvalid } from "./invalid-request"

/** Creates a middleware that validates the query and sets `validatedQuery`. */
export function validateQuery(schema: z.ZodType<Record<string, unknown>>) {
  return (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void => {
    const parsed = schema.safeParse(req.query)
    if (!parsed.success) return refuseInvalid(res, parsed.error)
    req.validatedQuery = parsed.data
    next()
  }
}
