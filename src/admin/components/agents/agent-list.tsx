import { Input } from "@medusajs/ui"
import { useDeferredValue, useState } from "react"
import { type Agent, useAgents } from "../../api/agents"
import { useText } from "../../i18n/use-text"
import { type Column, Rows } from "../common/rows"
import { State } from "../common/state"
import { When } from "../common/when"
import { MoneyList } from "./money-list"
import { nameOf } from "./person-name"
import { Pick } from "./pick"

const STATUSES = ["pending", "approved", "revoked"] as const
const SURFACES = ["a2a", "ucp", "acp", "app"] as const

/** The agents that have registered, by name, status and surface. */
export function AgentList() {
  const t = useText()
  const [q, search] = useState("")
  const [status, setStatus] = useState<string>()
  const [flavor, setFlavor] = useState<string>()
  const agents = useAgents({ q: useDeferredValue(q.trim()) || undefined, status, flavor })
  return (
    <>
      <div className="flex flex-col gap-2 px-6 py-4 sm:flex-row sm:flex-wrap">
        <Input
          size="small"
          className="sm:w-64"
          aria-label={t("agents.search")}
          placeholder={t("agents.search")}
          maxLength={200}
          value={q}
          onChange={(event) => search(event.target.value)}
        />
        <Pick
          label={t("agents.status")}
          value={status}
          options={STATUSES.map((one) => [one, t.of("states", one)])}
          change={setStatus}
        />
        <Pick
          label={t("agents.surface")}
          value={flavor}
          options={SURFACES.map((one) => [one, one.toUpperCase()])}
          change={setFlavor}
        />
      </div>
      <Rows
        label={t("agents.title")}
        of={agents}
        columns={useColumns()}
        keyOf={({ id }) => id}
        to={({ id }) => `/agentic-commerce/agents/${id}`}
        empty={{ title: t("agents.empty"), about: t("agents.empty_about") }}
      />
    </>
  )
}

function useColumns(): Column<Agent>[] {
  const t = useText()
  return [
    { title: t("agents.name"), cell: ({ name }) => name },
    { title: t("agents.surface"), cell: ({ flavor }) => flavor.toUpperCase() },
    { title: t("agents.status"), cell: ({ status }) => <State state={status} /> },
    { title: t("agents.consents"), cell: consentsOf },
    { title: t("agents.today"), cell: todayOf, is_number: true },
    { title: t("agents.money"), cell: ({ money }) => <MoneyList of={money} />, is_number: true },
    { title: t("agents.last_used"), cell: ({ last_used_at }) => <When at={last_used_at} /> },
  ]
}

function consentsOf({ consents: { live, people } }: Agent) {
  return live ? `${live} · ${people.map(nameOf).join(", ")}` : "–"
}

function todayOf({ usage: { day } }: Agent) {
  return day.limit === null ? day.used : `${day.used} / ${day.limit}`
}
