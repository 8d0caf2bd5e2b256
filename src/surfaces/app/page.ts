import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import type { Page } from "../../newest-first"
import { PathId } from "../schemas"

/** The parameters of a list: all are, and no other. */
export const PageParameters = z.strictObject({
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, "must be an integer from 1 to 100")
    .default("20")
    .transform(Number),
  cursor: z.string().min(1).max(500).optional(),
})
export type PageParameters = z.infer<typeof PageParameters>

/** The one thing an address names. */
export const Named = z.object({ id: PathId })
export type Named = z.infer<typeof Named>

/** The page that was found. Throws `invalid_params` for a cursor that is not ours. */
export function pageFound<Row>(page: Page<Row> | undefined): Page<Row> {
  if (page) return page
  throw problem("invalid_params", { issues: [{ path: "cursor", message: "Not a cursor of ours" }] })
}
