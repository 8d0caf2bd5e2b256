import { useFilters } from "../filters/use-filters"

/** How the user has sorted a list. */
export interface Sorting {
  /** A field of the server, or `-` and a field for the highest or newest first; undefined for the server's default. */
  readonly order: string | undefined
  set(order: string | undefined): void
}

/**
 * The sorting of a list by one of `fields`. It is stored in the page's URL under `name`; any other value there has no
 * effect.
 */
export function useSorting(fields: readonly string[], name = "order"): Sorting {
  const { values, set } = useFilters([name])
  const order = values[name]
  return {
    order: order && fields.includes(order.replace(/^-/, "")) ? order : undefined,
    set: (chosen) => set(name, chosen),
  }
}

/** The direction in which a column is sorted, as in `aria-sort`. */
export function directionOf({ sort_by }: { readonly sort_by?: string | undefined }, { order }: Sorting) {
  if (order === sort_by) return "ascending"
  return order === `-${sort_by}` ? "descending" : "none"
}
