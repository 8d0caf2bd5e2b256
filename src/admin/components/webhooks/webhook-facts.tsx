import type { CountedWebhook } from "../../api/webhooks"
import { useText } from "../../i18n/use-text"
import { AgentLink } from "../common/agent-link"
import { Count, COUNTED } from "../common/count"
import { Fact, Facts } from "../common/facts"
import { Section } from "../common/section"
import { When } from "../common/when"
import { WebhookActions } from "./webhook-actions"
import { WebhookStatus } from "./webhook-status"

interface Props {
  readonly webhook: CountedWebhook
}

/** The properties and status of a webhook, and the actions on it. */
export function WebhookFacts({ webhook }: Props) {
  const t = useText()
  const { url, client_id, client_name, profile, version, events, disabled_at, created_at } = webhook
  return (
    <Section
      level="h1"
      title={t("webhooks.one")}
      about={webhook.description ?? undefined}
      actions={<WebhookActions webhook={webhook} />}
    >
      <Facts>
        <Fact name={t("webhooks.url")}>
          <span className="break-all">{url}</span>
        </Fact>
        <Fact name={t("common.agent")}>
          <AgentLink id={client_id} name={client_name} />
        </Fact>
        <Fact name={t("webhooks.profile")}>
          {t.of("webhooks", `profile_${profile}`) + (version ? ` (${version})` : "")}
        </Fact>
        <Fact name={t("webhooks.events")}>{events?.join(", ") ?? t("webhooks.all_events")}</Fact>
        <Fact name={t("webhooks.status")}>
          <WebhookStatus of={webhook} />
        </Fact>
        {disabled_at && (
          <Fact name={t("webhooks.disabled_at")}>
            <When at={disabled_at} />
          </Fact>
        )}
        <Outcomes webhook={webhook} />
        <Fact name={t("webhooks.created")}>
          <When at={created_at} />
        </Fact>
      </Facts>
    </Section>
  )
}

/** The results of the webhook's deliveries. */
function Outcomes({ webhook }: Props) {
  const t = useText()
  const { deliveries, last_success_at, last_failure_at, last_failure_status } = webhook
  return (
    <>
      <Fact name={t("webhooks.deliveries")}>
        <Counts of={deliveries} />
      </Fact>
      <Fact name={t("webhooks.last_success")}>
        <When at={last_success_at} />
      </Fact>
      <Fact name={t("webhooks.last_failure")}>
        <When at={last_failure_at} />
        {last_failure_at && ` (${last_failure_status ?? t("webhooks.no_response")})`}
      </Fact>
    </>
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
