import type { ReactNode } from "react"
import type { Sorting } from "./sorting"

/** A column of a table: its title, and the content of its cells. */
export interface Column<Row> {
  readonly title: string
  cell(row: Row): ReactNode
  /** Whether the column has numbers, which are right-aligned. */
  readonly is_number?: boolean
  /** The server's field by which the column is sorted, in a table that the user can sort. */
  readonly sort_by?: string
  /** The maximum share of the width in percent, for text of any length. Text that does not fit is truncated. */
  readonly share?: number
  /**
   * The position on the row's card on a phone: as its title, which links to the row's page, next to the title, or as
   * buttons at the bottom. All other columns are in between, with their names.
   */
  readonly on_card?: "title" | "beside_title" | "actions"
}

/** What a table shows, without its rows. */
export interface Tabulated<Row> {
  /** The table's label for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  keyOf(row: Row): string
  /** Set if the user can sort the table. */
  readonly sorting?: Sorting
  /** The page of a row. A click on the row opens it; its first cell is the link for keyboards. */
  to?(row: Row): string
}

/** A table and its rows. */
export type TableProps<Row> = Tabulated<Row> & { readonly rows: readonly Row[] }
