import { useParams } from "react-router-dom"
import { useWebhook } from "../../../../api/webhooks"
import { Loaded } from "../../../../components/common/loaded"
import { Section } from "../../../../components/common/section"
import { Deliveries } from "../../../../components/webhooks/deliveries"
import { WebhookFacts } from "../../../../components/webhooks/webhook-facts"
import { useText } from "../../../../i18n/use-text"

/** One webhook: how it stands, and what was and is owed to it. */
export default function WebhookPage() {
  const t = useText()
  const { id = "" } = useParams()
  const read = useWebhook(id)
  if (!read.data)
    return (
      <Section level="h1" title={t("webhooks.one")}>
        <Loaded of={read}>{() => null}</Loaded>
      </Section>
    )
  return (
    <Loaded of={read}>
      {({ webhook }) => (
        <>
          <WebhookFacts webhook={webhook} />
          <Deliveries webhook={webhook} />
        </>
      )}
    </Loaded>
  )
}

export const handle = { breadcrumb: () => "Webhook" }
