import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Link } from "react-router-dom"
import { StoppedBanner } from "../components/common/stopped-banner"
import { StopAgents } from "../components/settings/stop-agents"
import { Surfaces } from "../components/settings/surfaces"
import { useText } from "../i18n/use-text"

/** On the store's page: the switches of the channels, and the buttons that stop all agents and allow them again. */
export default function StoreAgents() {
  const t = useText()
  const more = (
    <>
      <Link className="txt-small text-ui-fg-base font-medium underline" to="/settings/agentic-commerce">
        {t("settings.more_settings")}
      </Link>
      <StopAgents />
    </>
  )
  return (
    <>
      <StoppedBanner />
      <Surfaces actions={more} />
    </>
  )
}

export const config = defineWidgetConfig({ zone: "store.details.after" })
