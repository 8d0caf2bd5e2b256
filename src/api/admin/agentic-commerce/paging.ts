import { z } from "@medusajs/framework/zod"
import { positionIn, valuesIn } from "../../../domain/cursor"
import { LONGEST_SEARCH } from "../../../domain/list-search"
import type { OrderBy } from "../../../lib/keyset-page"

const NOT_OF_THIS_LIST = "must be the cursor that a previous page of this list returned"

/** The `next_cursor` of the previous page, for a list whose ids match `id`. */
export const cursorWith = (id: RegExp) =>
  z
    .string()
    .max(500)
    .refine((cursor) => id.test(positionIn(cursor)?.[1] ?? ""), NOT_OF_THIS_LIST)

/** The cursor of a list with any ids. */
export const Cursor = cursorWith(/./)

/** A webhook's URL has 2000 characters at most; a cursor with it has a third more. */
const LONGEST_CURSOR = 4000

/** The cursor of a list that can be sorted. The list rejects the cursor of another sorting. */
export const SortedCursor = z
  .string()
  .max(LONGEST_CURSOR)
  .refine((cursor) => valuesIn(cursor) !== undefined, NOT_OF_THIS_LIST)

/** The sorting of a list by one of these fields: `amount`, or `-amount` for the highest first. */
export const orderBy = <const Field extends string>(fields: readonly Field[]) =>
  z.enum(fields.flatMap((field): OrderBy<Field>[] => [field, `-${field}`]))

/** The text for which a list is searched. */
export const SearchText = z.string().trim().min(1).max(LONGEST_SEARCH)

/** An id or a name in a filter. */
export const Name = z.string().min(1).max(200)

/** The page parameters of a list. */
export const Page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: Cursor.optional(),
})
export type Page = z.infer<typeof Page>
