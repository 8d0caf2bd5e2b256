import { useText } from "../../i18n/use-text"
import { Choice } from "./choice"
import type { Sorting } from "./sorting"
import type { Column } from "./table-props"

interface Props {
  readonly columns: readonly Pick<Column<never>, "title" | "sort_by">[]
  readonly sorting: Sorting
}

/** The value of the default order, because an option cannot be empty. */
const NEWEST = "newest"

/** The select that sorts a list of cards, which has no headers. */
export function SortChoice({ columns, sorting: { order, set } }: Props) {
  const t = useText()
  const options = columns.flatMap(({ title, sort_by }) =>
    sort_by
      ? ([
          [sort_by, t("common.ascending", { column: title })],
          [`-${sort_by}`, t("common.descending", { column: title })],
        ] as const)
      : []
  )
  return (
    <div className="px-6 py-3">
      <Choice
        aria-label={t("common.sort")}
        value={order ?? NEWEST}
        options={[[NEWEST, t("common.newest_first")], ...options]}
        choose={(chosen) => set(chosen === NEWEST ? undefined : chosen)}
      />
    </div>
  )
}
