import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Crumb } from "../../../components/common/crumb"
import { Note } from "../../../components/common/note"
import { Page } from "../../../components/common/page"
import { Section } from "../../../components/common/section"
import { Connections } from "../../../components/connect/connections"
import { useText } from "../../../i18n/use-text"

/** Agentic Commerce › Connect an assistant: what customers enter in their assistants. */
export default function ConnectPage() {
  const t = useText()
  return (
    <Page>
      <Section level="h1" title={t("connect.title")} about={t("connect.subtitle")}>
        <Connections />
      </Section>
      <Section title={t("connect.then")}>
        <Note>{t("connect.then_about")}</Note>
      </Section>
    </Page>
  )
}

export const config = defineRouteConfig({ label: "connect.menu", translationNs: "agentic_commerce", rank: 7 })

export const handle = { breadcrumb: () => <Crumb text="connect.menu" /> }
