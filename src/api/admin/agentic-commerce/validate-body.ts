import {
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  validateAndTransformBody,
} from "@medusajs/framework/http"
import { notAllowed } from "./modules"

/**
 * Medusa's validation of a body. It writes what it refuses into its message, and what cannot be written, such as
 * `{"toString": 0}`, would fail it: that is refused here.
 */
export function validateBody(schema: Parameters<typeof validateAndTransformBody>[0]) {
  const validate = validateAndTransformBody(schema)
  return (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> =>
    validate(req, res, (failure?: unknown) =>
      next(failure instanceof TypeError ? notAllowed("The request body is not valid.") : failure)
    )
}
