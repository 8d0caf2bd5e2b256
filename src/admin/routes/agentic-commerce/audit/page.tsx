import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Input } from "@medusajs/ui"
import { useState } from "react"
import { AUDIT_TYPES } from "../../../../modules/policy/models/audit-entry"
import type { EntryFilter } from "../../../api/audit"
import { Pick } from "../../../components/agents/pick"
import { Entries } from "../../../components/audit/entries"
import { Crumb } from "../../../components/common/crumb"
import { Days } from "../../../components/common/days"
import { Section } from "../../../components/common/section"
import { useText } from "../../../i18n/use-text"

/** Agentic Commerce › Audit: what has happened, and who did it. */
export default function AuditPage() {
  const t = useText()
  const [client_id, setClient] = useState("")
  const [type, setType] = useState<string>()
  const [bounds, setBounds] = useState<Omit<EntryFilter, "client_id" | "type">>({})
  return (
    <Section level="h1" title={t("audit.title")} about={t("audit.subtitle")}>
      <div className="flex flex-col gap-2 px-6 py-4 sm:flex-row sm:flex-wrap">
        <Input
          size="small"
          className="sm:w-64"
          aria-label={t("audit.client")}
          placeholder={t("audit.client")}
          maxLength={200}
          value={client_id}
          onChange={(event) => setClient(event.target.value)}
        />
        <Pick
          label={t("audit.what")}
          value={type}
          options={AUDIT_TYPES.map((one) => [one, t.of("audit", one)])}
          change={setType}
        />
      </div>
      <div className="grid grid-cols-1 gap-4 px-6 py-4 sm:grid-cols-2 lg:grid-cols-4">
        <Days
          from={bounds.from}
          to={bounds.to}
          change={(bound, at) => setBounds({ ...bounds, [bound]: at })}
        />
      </div>
      <Entries of={{ client_id: client_id.trim() || undefined, type, ...bounds }} />
    </Section>
  )
}

export const config = defineRouteConfig({ label: "audit.menu", translationNs: "agentic_commerce", rank: 6 })

export const handle = { breadcrumb: () => <Crumb text="audit.menu" /> }
