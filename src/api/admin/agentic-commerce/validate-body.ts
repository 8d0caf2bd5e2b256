import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { refuseInvalid } from "./invalid-request"

/** Validates a body into `validatedBody`. */
export function validateBody(schema: z.ZodType) {
  return (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void => {
    const parsed = schema.safeParse(req.body)
    if (!parsed.success) return refuseInvalid(res, parsed.error)
    req.validatedBody = parsed.data
    next()
  }
}

/** The body of what says all by its address. */
export const Nothing = z.strictObject({})
