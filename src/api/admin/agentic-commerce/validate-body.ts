import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"

/** So many are told: whoever sends nonsense is not sent more of it. */
const TOLD = 20

/**
 * Validates a body into `validatedBody`. What is refused is Medusa's 400, whose message says of each member what is wrong
 * with it, by its path: `Invalid request: a2a_limits.minute: Too small…; a2a_ip_allow.0: "x" is not an IP address…`.
 */
export function validateBody(schema: z.ZodType) {
  return (req: MedusaRequest, _: MedusaResponse, next: MedusaNextFunction): void => {
    const parsed = schema.safeParse(req.body)
    if (!parsed.success) return next(refusalOf(parsed.error))
    req.validatedBody = parsed.data
    next()
  }
}

function refusalOf({ issues }: z.ZodError): MedusaError {
  const wrong = issues.slice(0, TOLD).map(({ path, message }) => [...namesIn(path), message].join(": "))
  return new MedusaError(MedusaError.Types.INVALID_DATA, `Invalid request: ${wrong.join("; ")}`)
}

const namesIn = (path: readonly PropertyKey[]) => (path.length ? [path.map(String).join(".")] : [])
