import { z } from "@medusajs/framework/zod"
import { LONGEST_VIEW_NAME, VIEW_LISTS, type ViewList } from "../../../../domain/saved-view"
import { Name, orderBy } from "../paging"

const List = z.enum(Object.keys(VIEW_LISTS) as ViewList[])

/** The list whose views are read. */
export const ListViews = z.strictObject({ list: List })
export type ListViews = z.infer<typeof ListViews>

/** The filters and the sorting that a list has. */
function contentsOf(list: ViewList) {
  const { filters, sorts } = VIEW_LISTS[list]
  return z.object({
    filters: z.strictObject(Object.fromEntries(filters.map((name) => [name, Name.optional()]))),
    order: orderBy<string>(sorts).nullable(),
  })
}

/** The filters and the sorting of a list, and the name under which they are saved. */
export const SaveView = z
  .strictObject({
    list: List,
    name: z.string().trim().min(1).max(LONGEST_VIEW_NAME),
    filters: z.record(z.string(), Name),
    order: z.string().nullable(),
  })
  .superRefine(({ list, ...view }, context) => {
    const { error } = contentsOf(list).safeParse(view)
    for (const issue of error?.issues ?? []) context.addIssue({ ...issue })
  })
export type SaveView = z.infer<typeof SaveView>
