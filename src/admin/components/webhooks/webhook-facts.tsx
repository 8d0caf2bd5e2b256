import type { ReactNode } from "react"
import { Link } from "react-router-dom"
import type { CountedWebhook } from "../../api/webhooks"
import { type Text, useText } from "../../i18n/use-text"
import { Fact, Facts } from "../common/facts"
import { Section } from "../common/section"
import { When } from "../common/when"
import { Count, COUNTED } from "./count"
import { Standing } from "./standing"
import { WebhookActions } from "./webhook-actions"

/** What a webhook is, how it stands, and what can be done with it. */
export function WebhookFacts({ webhook }: { readonly webhook: CountedWebhook }) {
  const t = useText()
  return (
    <Section
      level="h1"
      title={t("webhooks.one")}
      about={webhook.description ?? undefined}
      actions={<WebhookActions webhook={webhook} />}
    >
      <Facts>
        {factsOf(webhook, t).map(([name, what]) => (
          <Fact key={name} name={name}>
            {what}
          </Fact>
        ))}
      </Facts>
    </Section>
  )
}

function factsOf(webhook: CountedWebhook, t: Text): [name: string, what: ReactNode][] {
  const { url, client_id, client_name, profile, version, events, failures, deliveries } = webhook
  const { last_failure_at, last_failure_status } = webhook
  return [
    [t("webhooks.url"), <span className="break-all">{url}</span>],
    [t("webhooks.client"), <OfClient id={client_id} name={client_name} />],
    [t("webhooks.profile"), `${t.of("webhooks", `profile_${profile}`)}${version ? ` (${version})` : ""}`],
    [t("webhooks.events"), events?.join(", ") ?? t("webhooks.all_events")],
    [t("webhooks.status"), <Standing of={webhook} />],
    ...(webhook.disabled_at
      ? [[t("webhooks.disabled_at"), <When at={webhook.disabled_at} />] as [string, ReactNode]]
      : []),
    [t("webhooks.deliveries"), <Counts of={deliveries} />],
    [t("webhooks.last_success"), <When at={webhook.last_success_at} />],
    [
      t("webhooks.last_failure"),
      last_failure_at && (
        <>
          <When at={last_failure_at} /> ({last_failure_status ?? t("webhooks.no_answer")})
        </>
      ),
    ],
    [t("webhooks.failures"), failures || t("common.none")],
    [t("webhooks.failing_since"), <When at={webhook.failing_since} />],
    [t("webhooks.created"), <When at={webhook.created_at} />],
  ]
}

/** Its webhooks, by its name. */
function OfClient({ id, name }: { readonly id: string; readonly name: string | null }) {
  return (
    <Link to={`/agentic-commerce/webhooks?client_id=${id}`} className="text-ui-fg-base font-medium underline">
      {name ?? id}
    </Link>
  )
}

function Counts({ of }: { readonly of: CountedWebhook["deliveries"] }) {
  const t = useText()
  return (
    <span className="flex flex-wrap gap-x-4">
      {(["pending", "delivered", "dead"] as const).map((state) => (
        <span key={state}>
          {t.of("states", state)}: <Count of={of[state]} limit={COUNTED.deliveries} />
        </span>
      ))}
    </span>
  )
}
