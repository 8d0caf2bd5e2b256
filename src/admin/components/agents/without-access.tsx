import { Button } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import type { Filters } from "../filters/use-filters"

/** The server counts no further. */
const MOST_COUNTED = 1000

interface Props {
  readonly of: Filters<"all">
  /** How many agents without access the list hides. */
  readonly hidden: number
}

/** The button that shows the agents without access, with their number, or hides them again. */
export function WithoutAccess({ of: { values, set }, hidden }: Props) {
  const t = useText()
  const show =
    hidden < MOST_COUNTED ? t("agents.show_hidden", { count: hidden }) : t("agents.show_hidden_limit")
  return (
    <Button size="small" variant="secondary" onClick={() => set("all", values.all ? undefined : "true")}>
      {values.all ? t("agents.hide_without_access") : show}
    </Button>
  )
}
