import { Button } from "@medusajs/ui"
import { readCustomerData } from "../../api/privacy"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { saveFile } from "../common/save-file"

/** The button that saves all data stored about a customer as a file. */
export function ExportButton({ id }: { readonly id: string }) {
  const t = useText()
  const read = useChange(readCustomerData, {
    done: t("privacy.exported"),
    onDone: (data) => saveFile(`customer-data-${id}.json`, JSON.stringify(data, null, 2), "application/json"),
  })
  return (
    <Button size="small" variant="secondary" isLoading={read.isPending} onClick={() => read.mutate(id)}>
      {t("privacy.export")}
    </Button>
  )
}
