import { z } from "@medusajs/framework/zod"
import { positionIn } from "../../../domain/cursor"

/** The `next_cursor` of the previous page, for a list whose ids match `id`. */
export const cursorWith = (id: RegExp) =>
  z
    .string()
    .max(500)
    .refine(
      (cursor) => id.test(positionIn(cursor)?.[1] ?? ""),
      "must be the cursor that a previous page of this list returned"
    )

/** The cursor of a list with any ids. */
export const Cursor = cursorWith(/./)

/** An id or a name in a filter. */
export const Name = z.string().min(1).max(200)

/** The page parameters of a list. */
export const Page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: Cursor.optional(),
})
export type Page = z.infer<typeof Page>
