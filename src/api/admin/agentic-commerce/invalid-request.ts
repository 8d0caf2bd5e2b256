import type { MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"

/** What is wrong with one member of a request. */
export interface Issue {
  /** Where it stands, in the request's own names: `a2a_limits.minute`, `cors_origins.0`; empty for the whole. */
  readonly path: string
  readonly message: string
}

/** So many are told: whoever sends nonsense is not sent more of it. */
const TOLD = 20

/**
 * Refuses a request with Medusa's 400. `issues` says of each member what is wrong with it, by its path, and `message` says
 * all of it: `Invalid request: a2a_limits.minute: Too small…; a2a_ip_allow.0: "x" is not an IP address…`.
 */
export function refuseInvalid(res: MedusaResponse, { issues: found }: z.ZodError): void {
  const issues = found.flatMap(issuesIn).slice(0, TOLD)
  const wrong = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message))
  const message = `Invalid request: ${wrong.join("; ")}`
  res.status(400).json({ type: MedusaError.Types.INVALID_DATA, message, issues })
}

/** A member nobody knows is told by its own path, and not by that of what it stands in. */
function issuesIn(issue: z.core.$ZodIssue): Issue[] {
  const at = (more: readonly string[], message = issue.message): Issue => {
    return { path: [...issue.path.map(String), ...more].join("."), message }
  }
  if (issue.code !== "unrecognized_keys") return [at([])]
  return issue.keys.map((key) => at([key], "is not known"))
}
