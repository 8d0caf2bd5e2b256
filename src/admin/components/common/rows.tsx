import type { Listed } from "../../api/use-list"
import { useText } from "../../i18n/use-text"
import { DataTable, type Tabulated } from "./data-table"
import type { Nothing } from "./empty"
import { Paged } from "./paged"

interface Props<Row> extends Tabulated<Row> {
  readonly of: Listed<Row>
  /** What is said while there is none. */
  readonly empty: Nothing
  /** Filters hide some: then that is said while there is none. */
  readonly is_narrowed?: boolean
}

/** A list as a table, as far as it was read. */
export function Rows<Row>({ of, empty, is_narrowed = false, ...table }: Props<Row>) {
  const t = useText()
  const nothing: Nothing = {
    ...{ title: t("common.nothing_found"), about: t("common.nothing_found_about") },
    why: "search",
  }
  return (
    <Paged of={of} empty={is_narrowed ? nothing : empty}>
      {(rows) => <DataTable {...table} rows={rows} />}
    </Paged>
  )
}
