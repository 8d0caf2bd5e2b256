/** The most entries in one result, because a model reads all of it, and each is in it twice. */
export const MOST_IN_PAGE = 20

/** How many entries a page has if the caller names no number. */
const USUAL = 10

/** The JSON Schema of a page size. `of` names what the pages contain. */
export const pageSizeSchema = (of: string): object => ({
  type: "integer",
  minimum: 1,
  maximum: MOST_IN_PAGE,
  default: USUAL,
  description: `How many ${of} a page has`,
})

/** A page size of at most `MOST_IN_PAGE`. A wrong one is left to the operation to refuse. */
export const boundedPageSize = (limit: unknown = USUAL): unknown =>
  typeof limit === "number" ? Math.min(limit, MOST_IN_PAGE) : limit
