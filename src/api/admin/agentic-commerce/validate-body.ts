import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { refuseInvalid } from "./invalid-request"

/** Creates a middleware that validates the body and sets `validatedBody`. */
export function validateBody(schema: z.ZodType) {
  return (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void => {
    const parsed = schema.safeParse(req.body)
    if (!parsed.success) return refuseInvalid(res, parsed.error)
    req.validatedBody = parsed.data
    next()
  }
}

/** The body of a request that has no parameters besides its path: empty. */
export const Nothing = z.strictObject({})
