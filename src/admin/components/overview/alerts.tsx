import { Tabs } from "@medusajs/ui"
import { type ShownAlert, useAlerts } from "../../api/alerts"
import { useAgentNames, usePeople } from "../../api/names"
import { useText } from "../../i18n/use-text"
import { Paged } from "../common/paged"
import { Section } from "../common/section"
import { useFilters } from "../filters/use-filters"
import { AlertItem } from "./alert-item"

/** The alerts that need staff, newest first, each with a link; and the acknowledged ones. */
export function Alerts() {
  const t = useText()
  const { values, set } = useFilters(["alerts"])
  const shown = values.alerts === "handled" ? "handled" : "open"
  return (
    <Section title={t("alerts.title")} about={t("alerts.about")}>
      <Tabs value={shown} onValueChange={(tab) => set("alerts", tab === "handled" ? tab : undefined)}>
        <Tabs.List className="px-6 py-3">
          <Tabs.Trigger value="open">{t("alerts.open")}</Tabs.Trigger>
          <Tabs.Trigger value="handled">{t("alerts.handled")}</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="open" className="border-t">
          <Paged
            of={useAlerts("open")}
            empty={{ title: t("alerts.none"), about: t("alerts.none_about"), why: "good" }}
          >
            {(alerts) => <AlertList alerts={alerts} />}
          </Paged>
        </Tabs.Content>
        <Tabs.Content value="handled" className="border-t">
          <Handled />
        </Tabs.Content>
      </Tabs>
    </Section>
  )
}

/** The acknowledged alerts, loaded only while they are shown. */
function Handled() {
  const t = useText()
  return (
    <Paged
      of={useAlerts("acknowledged")}
      empty={{ title: t("alerts.none_handled"), about: t("alerts.none_handled_about") }}
    >
      {(alerts) => <AlertList alerts={alerts} />}
    </Paged>
  )
}

function AlertList({ alerts }: { readonly alerts: readonly ShownAlert[] }) {
  const agents = useAgentNames(
    alerts.flatMap(({ kind, data }) => (kind === "approval_waiting" ? data.client_id : []))
  )
  const personOf = usePeople(
    alerts.flatMap(({ acknowledged_by: id }) => (id ? [{ type: "user" as const, id }] : []))
  )
  return (
    <ul className="divide-y">
      {alerts.map((alert) => (
        <AlertItem key={alert.id} alert={alert} agentOf={(id) => agents[id] ?? id} personOf={personOf} />
      ))}
    </ul>
  )
}
