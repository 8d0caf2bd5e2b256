import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Section } from "../../../components/common/section"
import { Surfaces } from "../../../components/settings/surfaces"
import { useText } from "../../../i18n/use-text"

/** Settings › Agentic Commerce: what agents may do. */
export default function SettingsPage() {
  const t = useText()
  return (
    <>
      <Section level="h1" title={t("settings.title")} about={t("settings.subtitle")} />
      <Surfaces />
    </>
  )
}

export const config = defineRouteConfig({ label: "settings.menu", translationNs: "agentic_commerce" })

export const handle = { breadcrumb: () => "Agentic Commerce" }
