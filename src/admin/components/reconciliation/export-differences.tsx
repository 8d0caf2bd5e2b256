import { Button } from "@medusajs/ui"
import type { Reconciliation } from "../../../domain/bank-file/reconciliation"
import { exportFile } from "../../../domain/export-file"
import { useText } from "../../i18n/use-text"
import { dayOf } from "../common/moment"
import { saveFile } from "../common/save-file"
import { differencesFile } from "./difference-file"

/** The button that saves the differences as a CSV file. */
export function ExportDifferences({ of: { period, differences } }: { readonly of: Reconciliation }) {
  const t = useText()
  const save = () => {
    const name = exportFile(
      "differences",
      period && period.from,
      period?.to ?? dayOf(new Date().toISOString())
    )
    saveFile(name, differencesFile(differences), "text/csv")
  }
  return (
    <Button size="small" variant="secondary" onClick={save}>
      {t("common.export_csv")}
    </Button>
  )
}
