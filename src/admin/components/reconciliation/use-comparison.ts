import { type ChosenFile, type ComparedFile, compareFile, useComparedFile } from "../../api/reconciliations"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { totalOf } from "./total"

/** The latest comparison, and the actions that compare a file and remove the result. */
export function useComparison() {
  const t = useText()
  const { latest, keep } = useComparedFile()
  const change = useChange<ChosenFile, ComparedFile>(
    async (file) => ({ ...file, result: await compareFile(file) }),
    {
      shows_failure: true,
      done: ({ result }) => {
        const count = totalOf(result)
        return count
          ? { text: t("reconciliation.found", { count }), tone: "warning" }
          : { text: t("reconciliation.none"), tone: "success" }
      },
      onDone: (compared) => keep(compared),
    }
  )
  return {
    latest,
    compare: change.mutate,
    clear: () => keep(null),
    error: change.error,
    is_busy: change.isPending,
  }
}
