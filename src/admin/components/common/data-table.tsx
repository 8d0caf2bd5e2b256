import { clx, Table } from "@medusajs/ui"
import type { CSSProperties, ReactNode } from "react"
import { Cards } from "./cards"
import { RowLink } from "./text-link"
import { useFollowRow } from "./use-follow-row"
import { useIsPhone } from "./use-is-phone"

export interface Column<Row> {
  readonly title: string
  cell(row: Row): ReactNode
  /** Numbers and amounts are read from the right. */
  readonly is_number?: boolean
  /** Text of any length has so many percent of the width, or less where the others need it: what does not fit in is cut. */
  readonly share?: number
  /**
   * Where it stands on the row's card on a phone: as its title, which leads to the row's page, beside that, or as buttons at
   * the bottom. All others stand between, with their names.
   */
  readonly on_card?: "title" | "beside_title" | "actions"
}

export interface Tabulated<Row> {
  /** What the table holds, for who does not see it. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  keyOf(row: Row): string
  /** The page of a row; a click leads there, and for the keyboard its first cell. */
  to?(row: Row): string
}

export type TableProps<Row> = Tabulated<Row> & { readonly rows: readonly Row[] }

/** Rows as a table, or as cards on a phone. */
export function DataTable<Row>(props: TableProps<Row>) {
  return useIsPhone() ? <Cards {...props} /> : <WideTable {...props} />
}

/** What is too wide for the page is scrolled. */
function WideTable<Row>({ label, columns, keyOf, to, rows }: TableProps<Row>) {
  const follow = useFollowRow(to)
  const lead = (row: Row, content: ReactNode) => (to ? <RowLink to={to(row)}>{content}</RowLink> : content)
  return (
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto">
      <Table aria-label={label}>
        <Table.Header className="border-t-0">
          <Table.Row>
            {columns.map((column) => (
              <Table.HeaderCell key={column.title} {...lookOf(column, true)}>
                {column.title}
              </Table.HeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body className="border-b-0 [&>tr:last-child]:border-b-0">
          {rows.map((row) => (
            <Table.Row key={keyOf(row)} className={clx(to && "cursor-pointer")} onClick={follow(row)}>
              {columns.map((column, place) => (
                <Table.Cell key={column.title} {...lookOf(column)}>
                  {place === 0 ? lead(row, column.cell(row)) : column.cell(row)}
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  )
}

type Sized = Pick<Column<unknown>, "is_number" | "share">

interface Look {
  readonly className: string
  readonly style?: CSSProperties
}

/** What a number is called may be longer than the number, and is broken. */
function lookOf({ is_number, share }: Sized, isTitle = false): Look {
  const kind = is_number ? "text-right" : share && "min-w-40 max-w-0 truncate"
  const className = clx(kind, is_number && isTitle ? "whitespace-normal" : "whitespace-nowrap")
  return { className, ...(share && { style: { width: `${share}%` } }) }
}
