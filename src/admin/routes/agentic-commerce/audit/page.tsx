import { defineRouteConfig } from "@medusajs/admin-sdk"
import { AuditList } from "../../../components/audit/audit-list"
import { Crumb } from "../../../components/common/crumb"
import { Page } from "../../../components/common/page"
import { Section } from "../../../components/common/section"
import { useText } from "../../../i18n/use-text"

/** Agentic Commerce › Audit: the audit log. */
export default function AuditPage() {
  const t = useText()
  return (
    <Page>
      <Section level="h1" title={t("audit.title")} about={t("audit.subtitle")}>
        <AuditList />
      </Section>
    </Page>
  )
}

export const config = defineRouteConfig({ label: "audit.menu", translationNs: "agentic_commerce", rank: 6 })

export const handle = { breadcrumb: () => <Crumb text="audit.menu" /> }
