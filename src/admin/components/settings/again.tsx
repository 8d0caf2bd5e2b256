import { Button } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"

/** The button that loads the data again. */
export function RefreshButton({ of }: { readonly of: { readonly isFetching: boolean; refetch(): unknown } }) {
  const t = useText()
  return (
    <Button size="small" variant="secondary" isLoading={of.isFetching} onClick={() => void of.refetch()}>
      {t("diagnostics.again")}
    </Button>
  )
}
