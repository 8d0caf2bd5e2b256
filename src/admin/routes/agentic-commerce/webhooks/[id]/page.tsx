import { useParams } from "react-router-dom"
import { useWebhook } from "../../../../api/webhooks"
import { Crumb } from "../../../../components/common/crumb"
import { LIST } from "../../../../components/common/lists"
import { LoadedPage } from "../../../../components/common/loaded-page"
import { Page } from "../../../../components/common/page"
import { Deliveries } from "../../../../components/webhooks/deliveries"
import { WebhookFacts } from "../../../../components/webhooks/webhook-facts"
import { useText } from "../../../../i18n/use-text"

/** One webhook: its status and its deliveries. */
export default function WebhookPage() {
  const t = useText()
  const { id = "" } = useParams()
  return (
    <Page>
      <LoadedPage title={t("webhooks.one")} of={useWebhook(id)} list={LIST.webhooks}>
        {({ webhook }) => (
          <>
            <WebhookFacts webhook={webhook} />
            <Deliveries webhook={webhook} />
          </>
        )}
      </LoadedPage>
    </Page>
  )
}

export const handle = { breadcrumb: () => <Crumb text="webhooks.one" /> }
