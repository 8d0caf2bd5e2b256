import type { MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"
import { issuesOf } from "../../../gateway/issues"

/**
 * Responds with Medusa's 400. `issues` has the path and error of each invalid member, and `message` contains all of
 * them: `Invalid request: a2a_limits.minute: must be at least 1; a2a_ip_allow.0: "x" is not an IP address…`.
 */
export function refuseInvalid(res: MedusaResponse, error: z.ZodError): void {
  const issues = issuesOf(error)
  const wrong = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message))
  const message = `Invalid request: ${wrong.join("; ")}`
  res.status(400).json({ type: MedusaError.Types.INVALID_DATA, message, issues })
}
