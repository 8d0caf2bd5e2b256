import { Button } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { Listed } from "../../api/use-list"
import { useText } from "../../i18n/use-text"
import { Empty, type Nothing } from "./empty"
import { Failed, Loading } from "./loaded"

interface Props<Row> {
  readonly of: Listed<Row>
  readonly empty: Nothing
  children(rows: readonly Row[]): ReactNode
}

/** The loaded part of a list, with a message when it is empty and an error when it cannot be loaded further. */
export function Paged<Row>({ of, empty, children }: Props<Row>) {
  const t = useText()
  if (of.is_loading) return <Loading lines={5} />
  const failed = of.error && <Failed error={of.error} is_old={of.rows.length > 0} refetch={of.refetch} />
  if (!of.rows.length) return failed ?? <Empty {...empty} />
  return (
    <>
      {children(of.rows)}
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
