import type { z } from "@medusajs/framework/zod"

/** The paths and messages of validation errors: `data.issues` of `invalid_params` and `invalid_request`. */
export function issuesOf(error: z.ZodError): { path: string; message: string }[] {
  return error.issues.map(({ path, message }) => ({ path: path.join("."), message }))
}
