import { Button, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useText } from "../../i18n/use-text"

/** What to do first in a store that no agent has called yet. */
export function FirstStep() {
  const t = useText()
  return (
    <div className="flex flex-col items-start gap-3 px-6 py-6">
      <Text weight="plus">{t("overview.first_step")}</Text>
      <Text size="small" className="text-ui-fg-subtle">
        {t("overview.first_step_about")}
      </Text>
      <div className="flex flex-wrap gap-2">
        <Button size="small" asChild>
          <Link to="/settings/agentic-commerce">{t("overview.open_checklist")}</Link>
        </Button>
        <Button size="small" variant="secondary" asChild>
          <Link to="/agentic-commerce/connect">{t("overview.connect_assistant")}</Link>
        </Button>
      </div>
    </div>
  )
}
