import { z } from "@medusajs/framework/zod"

const paginated = <Members extends z.ZodRawShape>(members: Members) =>
  z.discriminatedUnion("has_next_page", [
    z.strictObject({ has_next_page: z.literal(true), cursor: z.string().min(1), ...members }),
    z.strictObject({ has_next_page: z.literal(false), ...members }),
  ])

/** The position of a page in a list: there is a cursor exactly when there is another page. */
export const Pagination = paginated({})

/** The same for a list with a known length. */
export const CountedPagination = paginated({ total_count: z.int().min(0).optional() })
