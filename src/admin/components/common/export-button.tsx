import { Button } from "@medusajs/ui"
import { type ExportedList, exportFile } from "../../../domain/export-file"
import { download, type Query } from "../../api/client"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { dayOf } from "./moment"
import { saveBlob } from "./save-file"

interface Props {
  readonly list: ExportedList
  /** The path of the list in the API, if it is not the name of the list. */
  readonly path?: string
  /** The active filters of the list. */
  readonly query: Query
  /** The bounds of the filtered period (RFC 3339). */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The button that saves everything that the filters of a list select as a CSV file. */
export function ExportButton({ list, path = `/${list}`, query, from, to }: Props) {
  const t = useText()
  const name = exportFile(list, dayOf(from) || null, dayOf(to) || dayOf(new Date().toISOString()))
  const read = useChange(() => download(`${path}/export`, query), {
    done: t("common.exported", { name }),
    onDone: (content) => saveBlob(name, content),
  })
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={read.isPending}
      onClick={() => read.mutate(undefined)}
    >
      {t("common.export_csv")}
    </Button>
  )
}
