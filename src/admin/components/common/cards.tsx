import { clx } from "@medusajs/ui"
import type { ReactNode } from "react"
import { SortChoice } from "./sort-choice"
import type { Column, TableProps } from "./table-props"
import { RowLink } from "./text-link"
import { useFollowRow } from "./use-follow-row"

/** Rows for a phone: each is a card with the name and content of every column. */
export function Cards<Row>({ label, columns, keyOf, sorting, to, rows }: TableProps<Row>) {
  const follow = useFollowRow(to)
  return (
    <>
      {sorting && <SortChoice columns={columns} sorting={sorting} />}
      <ul aria-label={label} className="divide-y">
        {rows.map((row) => (
          <li
            key={keyOf(row)}
            className={clx("flex flex-col gap-3 px-6 py-4", to && "cursor-pointer")}
            onClick={follow(row)}
          >
            <Card columns={columns} row={row} to={to?.(row)} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface Props<Row> {
  readonly columns: readonly Column<Row>[]
  readonly row: Row
  readonly to: string | undefined
}

function Card<Row>({ columns, row, to }: Props<Row>) {
  const on = (place: Column<Row>["on_card"]) => columns.filter(({ on_card }) => on_card === place)
  const head = [...on("title"), ...on("beside_title")]
  const title = head[0] ?? columns[0]
  const cellOf = (column: Column<Row>): ReactNode =>
    to && column === title ? <RowLink to={to}>{column.cell(row)}</RowLink> : column.cell(row)
  return (
    <>
      {head.length > 0 && (
        <dl className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          {head.map((column) => (
            <div key={column.title} className="txt-compact-medium-plus text-ui-fg-base min-w-0 break-words">
              <dt className="sr-only">{column.title}</dt>
              <dd>{cellOf(column)}</dd>
            </div>
          ))}
        </dl>
      )}
      <dl className="txt-small flex flex-col gap-1">
        {on(undefined).map((column) => (
          <div key={column.title} className="grid grid-cols-3 gap-x-3">
            <dt className="text-ui-fg-subtle min-w-0 break-words">{column.title}</dt>
            <dd className="col-span-2 min-w-0 [overflow-wrap:anywhere]">{cellOf(column)}</dd>
          </div>
        ))}
      </dl>
      {on("actions").map((column) => (
        <div
          key={column.title}
          role="group"
          aria-label={column.title}
          className="[&_button]:grow [&>*]:w-full"
        >
          {column.cell(row)}
        </div>
      ))}
    </>
  )
}
