import { Button, Text } from "@medusajs/ui"
import { markAlert, type ShownAlert } from "../../api/alerts"
import type { Person } from "../../api/names"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { PersonLink } from "../common/person-name"
import { TextLink } from "../common/text-link"
import { When } from "../common/when"
import { linkOf, valuesOf } from "./alert-words"

interface Props {
  readonly alert: ShownAlert
  /** Returns the name of an agent. */
  agentOf(client_id: string): string
  personOf(one: Pick<Person, "type" | "id">): Person
}

/** One alert: its subject with a link, who has acknowledged it, and the button to acknowledge or reopen it. */
export function AlertItem({ alert, agentOf, personOf }: Props) {
  const t = useText()
  const values = valuesOf(alert, t, agentOf)
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
        <AcknowledgedBy alert={alert} personOf={personOf} />
      </div>
      {!alert.resolved_at && <MarkButton alert={alert} title={title} />}
    </li>
  )
}

/** Who has acknowledged the alert and when, and since when it is resolved. */
function AcknowledgedBy({ alert, personOf }: Pick<Props, "alert" | "personOf">) {
  const t = useText()
  const { acknowledged_by: id, acknowledged_at, resolved_at } = alert
  if (!id) return null
  return (
    <Text size="small" className="text-ui-fg-subtle">
      {t("alerts.handled_by")} <PersonLink of={personOf({ type: "user", id })} />,{" "}
      <When at={acknowledged_at} />
      {resolved_at && (
        <>
          {" · "}
          {t("alerts.problem_ended")} <When at={resolved_at} />
        </>
      )}
    </Text>
  )
}

function MarkButton({
  alert: { id, acknowledged_at },
  title,
}: Pick<Props, "alert"> & { readonly title: string }) {
  const t = useText()
  const as = acknowledged_at ? "reopen" : "acknowledge"
  const change = useChange<void, unknown>(() => markAlert(id, as), { done: t(`alerts.${as}_done`) })
  return (
    <Button
      size="small"
      variant="secondary"
      aria-label={`${t(`alerts.${as}`)}: ${title}`}
      isLoading={change.isPending}
      onClick={() => change.mutate()}
    >
      {t(`alerts.${as}`)}
    </Button>
  )
}
