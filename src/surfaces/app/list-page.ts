import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import type { Page } from "../../lib/keyset-page"
import { PathId } from "../../gateway/schemas"

/** The query parameters of a list; any other is rejected. */
export const PageParameters = z.strictObject({
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, "must be an integer from 1 to 100")
    .default("20")
    .transform(Number),
  cursor: z.string().min(1).max(500).optional(),
})
export type PageParameters = z.infer<typeof PageParameters>

/** The id in the path. */
export const Named = z.object({ id: PathId })
export type Named = z.infer<typeof Named>

/** Returns the page. Throws `invalid_params` for an invalid cursor, for which the page is undefined. */
export function pageFound<Row>(page: Page<Row> | undefined): Page<Row> {
  if (page) return page
  throw problem("invalid_params", {
    issues: [{ path: "cursor", message: "must be the cursor that a previous page of this list returned" }],
  })
}
