import type { Listed } from "../../api/use-list"
import { useText } from "../../i18n/use-text"
import { DataTable } from "./data-table"
import type { Tabulated } from "./table-props"
import type { Nothing } from "./empty"
import { Paged } from "./paged"

interface Props<Row> extends Tabulated<Row> {
  readonly of: Listed<Row>
  /** The placeholder of the empty list. */
  readonly empty: Nothing
  /** Whether filters are active: the empty list then says so. */
  readonly is_narrowed?: boolean
}

/** The loaded part of a list as a table. */
export function Rows<Row>({ of, empty, is_narrowed = false, ...table }: Props<Row>) {
  const t = useText()
  const nothing: Nothing = {
    title: t("common.nothing_found"),
    about: t("common.nothing_found_about"),
    why: "search",
  }
  return (
    <Paged of={of} empty={is_narrowed ? nothing : empty}>
      {(rows) => <DataTable {...table} rows={rows} />}
    </Paged>
  )
}
