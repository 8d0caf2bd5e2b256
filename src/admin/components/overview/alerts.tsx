import { Button, Text } from "@medusajs/ui"
import { acknowledgeAlert, type ShownAlert, useAlerts } from "../../api/alerts"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Paged } from "../common/paged"
import { Section } from "../common/section"
import { TextLink } from "../common/text-link"
import { When } from "../common/when"
import { linkOf, valuesOf } from "./alert-words"

/** What needs a person, the newest first, with the page where it is seen to. */
export function Alerts() {
  const t = useText()
  return (
    <Section title={t("alerts.title")} about={t("alerts.about")}>
      <Paged of={useAlerts()} empty={{ title: t("alerts.none"), about: t("alerts.none_about"), why: "good" }}>
        {(alerts) => (
          <ul className="divide-y">
            {alerts.map((alert) => (
              <OpenAlert key={alert.id} alert={alert} />
            ))}
          </ul>
        )}
      </Paged>
    </Section>
  )
}

function OpenAlert({ alert }: { readonly alert: ShownAlert }) {
  const t = useText()
  const change = useChange(acknowledgeAlert, { done: t("alerts.acknowledged") })
  const values = valuesOf(alert, t)
  const title = t(`alerts.${alert.kind}`, values)
  const to = linkOf(alert)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-6 py-4">
      <div className="min-w-0 flex-1 basis-60 break-words">
        <Text weight="plus">{to ? <TextLink to={to}>{title}</TextLink> : title}</Text>
        <Text size="small">{t(`alerts.${alert.kind}_about`, values)}</Text>
        <Text size="small" className="text-ui-fg-subtle">
          <When at={alert.raised_at} />
        </Text>
      </div>
      <Button
        size="small"
        variant="secondary"
        aria-label={`${t("alerts.acknowledge")}: ${title}`}
        isLoading={change.isPending}
        onClick={() => change.mutate(alert.id)}
      >
        {t("alerts.acknowledge")}
      </Button>
    </li>
  )
}
