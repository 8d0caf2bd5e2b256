import { Button, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { acknowledgeAlert, type ShownAlert, useAlerts } from "../../api/alerts"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { Failed, Loading } from "../common/loaded"
import { Empty } from "../common/rows"
import { Section } from "../common/section"
import { When } from "../common/when"
import { linkOf, valuesOf } from "./alert-words"

/** What needs a person, the newest first, with the page where it is seen to. */
export function Alerts() {
  const t = useText()
  return (
    <Section title={t("alerts.title")} about={t("alerts.about")}>
      <OpenAlerts />
    </Section>
  )
}

function OpenAlerts() {
  const t = useText()
  const alerts = useAlerts()
  if (alerts.is_loading) return <Loading lines={2} />
  const { error, rows, again } = alerts
  const failed = error && <Failed error={error} is_old={rows.length > 0} again={again} />
  if (!rows.length) return failed ?? <Empty title={t("alerts.none")} about={t("alerts.none_about")} />
  return (
    <>
      <ul className="divide-y">
        {rows.map((alert) => (
          <OpenAlert key={alert.id} alert={alert} />
        ))}
      </ul>
      {failed}
      {alerts.has_more && (
        <div className="flex justify-center px-6 py-4">
          <Button size="small" variant="secondary" isLoading={alerts.is_loading_more} onClick={alerts.more}>
            {t("common.more")}
          </Button>
        </div>
      )}
    </>
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
        <Text weight="plus">
          {to ? (
            <Link to={to} className="text-ui-fg-base font-medium underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </Text>
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
