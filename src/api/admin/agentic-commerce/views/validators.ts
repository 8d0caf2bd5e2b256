import { z } from "@medusajs/framework/zod"
import { LONGEST_VIEW_NAME, VIEW_LISTS, type ViewList } from "../../../../domain/saved-view"
import { orderBy } from "../paging"

const Value = z.string().min(1).max(200).optional()

const viewOf = <List extends ViewList>(list: List) => {
  const { filters, sorts } = VIEW_LISTS[list]
  return z.strictObject({
    list: z.literal(list),
    name: z.string().trim().min(1).max(LONGEST_VIEW_NAME),
    filters: z.strictObject(Object.fromEntries(filters.map((name) => [name, Value]))),
    order: sorts.length ? orderBy([...sorts]).nullable() : z.null(),
  })
}

/** The list whose views are read. */
export const ListViews = z.strictObject({ list: z.enum(Object.keys(VIEW_LISTS) as ViewList[]) })
export type ListViews = z.infer<typeof ListViews>

/** The filters and the sorting of a list, and the name under which they are saved. */
export const SaveView = z.discriminatedUnion("list", [
  viewOf("payments"),
  viewOf("agents"),
  viewOf("tasks"),
  viewOf("audit"),
])
export type SaveView = z.infer<typeof SaveView>
