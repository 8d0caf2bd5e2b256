import { Button, Table, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import type { Listed } from "../../api/use-list"
import { useText } from "../../i18n/use-text"
import { Failed, Loading } from "./loaded"

export interface Column<Row> {
  readonly title: string
  cell(row: Row): ReactNode
  /** Numbers and amounts are read from the right. */
  readonly is_number?: boolean
}

interface Props<Row> {
  /** What the table holds, for who does not see it. */
  readonly label: string
  readonly of: Listed<Row>
  readonly columns: readonly Column<Row>[]
  keyOf(row: Row): string
  /** The page of a row; its first cell leads there. */
  to?(row: Row): string
  readonly empty: { readonly title: string; readonly about: string }
}

/** A list as a table, with what can be said while there is nothing to show, and why it cannot be read further. What is too wide for the page is scrolled. */
export function Rows<Row>(props: Props<Row>) {
  const { of, empty, label } = props
  const t = useText()
  if (of.is_loading) return <Loading lines={5} />
  const failed = of.error && <Failed error={of.error} is_old={of.rows.length > 0} again={of.again} />
  if (!of.rows.length) return failed ?? <Empty {...empty} />
  return (
    <>
      <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto">
        <Filled {...props} />
      </div>
      {failed}
      {of.has_more && (
        <div className="flex justify-center px-6 py-4">
          <Button size="small" variant="secondary" isLoading={of.is_loading_more} onClick={of.more}>
            {t("common.more")}
          </Button>
        </div>
      )}
    </>
  )
}

/** That there is nothing, and what would change that. */
export function Empty({ title, about }: { readonly title: string; readonly about: string }) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-10 text-center">
      <Text weight="plus">{title}</Text>
      <Text size="small" className="text-ui-fg-subtle">
        {about}
      </Text>
    </div>
  )
}

const side = (is_number?: boolean) => `whitespace-nowrap ${is_number ? "text-right" : ""}`

function Filled<Row>({ of, columns, keyOf, to, label }: Props<Row>) {
  return (
    <Table aria-label={label}>
      <Table.Header>
        <Table.Row>
          {columns.map(({ title, is_number }) => (
            <Table.HeaderCell key={title} className={side(is_number)}>
              {title}
            </Table.HeaderCell>
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {of.rows.map((row) => (
          <Table.Row key={keyOf(row)}>
            {columns.map(({ title, cell, is_number }, place) => (
              <Table.Cell key={title} className={side(is_number)}>
                {place === 0 && to ? (
                  <Link to={to(row)} className="text-ui-fg-base font-medium underline">
                    {cell(row)}
                  </Link>
                ) : (
                  cell(row)
                )}
              </Table.Cell>
            ))}
          </Table.Row>
        ))}
      </Table.Body>
    </Table>
  )
}
