import type { MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"

/** A validation error of one member of a request. */
export interface Issue {
  /** The path of the member in the request: `a2a_limits.minute`, `cors_origins.0`; empty for the whole request. */
  readonly path: string
  readonly message: string
}

/** The most issues in a response, so that an invalid request cannot cause an even larger response. */
const MOST_ISSUES = 20

/**
 * Responds with Medusa's 400. `issues` has the path and error of each invalid member, and `message` contains all of
 * them: `Invalid request: a2a_limits.minute: Too small…; a2a_ip_allow.0: "x" is not an IP address…`.
 */
export function refuseInvalid(res: MedusaResponse, { issues: found }: z.ZodError): void {
  const issues = found.flatMap(issuesIn).slice(0, MOST_ISSUES)
  const wrong = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message))
  const message = `Invalid request: ${wrong.join("; ")}`
  res.status(400).json({ type: MedusaError.Types.INVALID_DATA, message, issues })
}

/** Reports an unknown member under its own path, not under the path of its parent. */
function issuesIn(issue: z.core.$ZodIssue): Issue[] {
  const at = (more: readonly string[], message = issue.message): Issue => {
    return { path: [...issue.path.map(String), ...more].join("."), message }
  }
  if (issue.code !== "unrecognized_keys") return [at([])]
  return issue.keys.map((key) => at([key], "is not known"))
}
