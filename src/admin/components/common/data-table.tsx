import { clx, Table } from "@medusajs/ui"
import type { CSSProperties, ReactNode } from "react"
import { Cards } from "./cards"
import { SortButton } from "./sort-button"
import { directionOf } from "./sorting"
import type { Column, TableProps } from "./table-props"
import { RowLink } from "./text-link"
import { useFollowRow } from "./use-follow-row"
import { useIsPhone } from "./use-is-phone"

/** Rows as a table, or as cards on a phone. */
export function DataTable<Row>(props: TableProps<Row>) {
  return useIsPhone() ? <Cards {...props} /> : <WideTable {...props} />
}

/** A table that scrolls when it is wider than the page. The actions of each row stay in view. */
function WideTable<Row>({ label, columns, keyOf, sorting, to, rows }: TableProps<Row>) {
  const follow = useFollowRow(to)
  const lead = (row: Row, content: ReactNode) => (to ? <RowLink to={to(row)}>{content}</RowLink> : content)
  return (
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto">
      <Table aria-label={label}>
        <Table.Header className="border-t-0">
          <Table.Row>
            {columns.map((column) => (
              <Table.HeaderCell
                key={column.title}
                {...cellStyleOf(column, true)}
                {...(sorting && column.sort_by && { "aria-sort": directionOf(column, sorting) })}
              >
                {sorting && column.sort_by ? <SortButton of={column} sorting={sorting} /> : column.title}
              </Table.HeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body className="border-b-0 [&>tr:last-child]:border-b-0">
          {rows.map((row) => (
            <Table.Row key={keyOf(row)} className={clx(to && "cursor-pointer")} onClick={follow(row)}>
              {columns.map((column, place) => (
                <Table.Cell key={column.title} {...cellStyleOf(column)}>
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

type Sized = Pick<Column<unknown>, "is_number" | "share" | "on_card">

interface CellStyle {
  readonly className: string
  readonly style?: CSSProperties
}

/** The style of a cell. The header of a number column may be longer than the numbers, so it wraps. */
function cellStyleOf({ is_number, share, on_card }: Sized, isTitle = false): CellStyle {
  const kind = is_number ? "text-right" : share && "min-w-40 max-w-0 truncate"
  const space = is_number && isTitle ? "whitespace-normal" : "whitespace-nowrap"
  const className = clx(kind, space, on_card === "actions" && "sticky right-0 bg-inherit")
  return { className, ...(share && { style: { width: `${share}%` } }) }
}
