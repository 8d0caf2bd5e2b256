import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Input } from "@medusajs/ui"
import { useState } from "react"
import { AUDIT_TYPES } from "../../../../modules/policy/models/audit-entry"
import { Pick } from "../../../components/agents/pick"
import { Entries } from "../../../components/audit/entries"
import { Crumb } from "../../../components/common/crumb"
import { Section } from "../../../components/common/section"
import { useText } from "../../../i18n/use-text"

const DAY_MS = 86_400_000

/** Agentic Commerce › Audit: what has happened, and who did it. */
export default function AuditPage() {
  const t = useText()
  const [client_id, setClient] = useState("")
  const [type, setType] = useState<string>()
  const [from, setFrom] = useState("")
  const [to, setTo] = useState("")
  const bounds = {
    from: from ? new Date(`${from}T00:00`).toISOString() : undefined,
    to: to ? new Date(Date.parse(`${to}T00:00`) + DAY_MS).toISOString() : undefined,
  }
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
        <Input
          type="date"
          size="small"
          aria-label={t("audit.from")}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Input
          type="date"
          size="small"
          aria-label={t("audit.to")}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      <Entries of={{ client_id: client_id.trim() || undefined, type, ...bounds }} />
    </Section>
  )
}

export const config = defineRouteConfig({ label: "audit.menu", translationNs: "agentic_commerce", rank: 6 })

export const handle = { breadcrumb: () => <Crumb text="audit.menu" /> }
