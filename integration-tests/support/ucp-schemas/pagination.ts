import { z } from "@medusajs/framework/zod"

const paginated = <Members extends z.ZodRawShape>(members: Members) =>
  z.discriminatedUnion("has_next_page", [
    z.strictObject({ has_next_page: z.literal(true), cursor: z.string().min(1), ...members }),
    z.strictObject({ has_next_page: z.literal(false), ...members }),
  ])

/** Where a page is in a list: a cursor is there exactly if another page is. */
export const Pagination = paginated({})

/** The same for a list that can be counted. */
export const CountedPagination = paginated({ total_count: z.int().min(0).optional() })
