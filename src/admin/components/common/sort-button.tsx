import { ArrowDownMini, ArrowUpMini } from "@medusajs/icons"
import { clx } from "@medusajs/ui"
import type { Column } from "./table-props"
import { type Sorting, directionOf } from "./sorting"

interface Props {
  readonly of: Pick<Column<never>, "title" | "sort_by" | "is_number">
  readonly sorting: Sorting
}

/** The title of a column, which sorts by it: in ascending order, then in descending order, then in the default order. */
export function SortButton({ of, sorting }: Props) {
  const direction = directionOf(of, sorting)
  const Arrow = direction === "descending" ? ArrowDownMini : ArrowUpMini
  const next = { none: of.sort_by, ascending: `-${of.sort_by}`, descending: undefined }[direction]
  return (
    <button
      type="button"
      className={clx(
        "focus-visible:shadow-borders-focus group inline-flex items-center gap-1 rounded outline-none",
        of.is_number && "flex-row-reverse"
      )}
      onClick={() => sorting.set(next)}
    >
      {of.title}
      <Arrow
        aria-hidden
        className={clx(
          direction === "none" && "opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
        )}
      />
    </button>
  )
}
