import { Button } from "@medusajs/ui"
import { useChange } from "../../api/use-change"
import { retry, useDelivery } from "../../api/webhooks"
import { useText } from "../../i18n/use-text"
import { Loaded } from "../common/loaded"
import { DeliveryFacts } from "./delivery-facts"
import { Sent } from "./sent"
import { Side } from "./side"

interface Props {
  readonly webhook_id: string
  readonly delivery_id: string
  /** Whether the webhook is enabled; nothing is sent to a disabled one. */
  readonly is_enabled: boolean
  close(): void
}

/** One delivery: its request and response, and a button to send it again. */
export function DeliverySide({ webhook_id, delivery_id, is_enabled, close }: Props) {
  const t = useText()
  const change = useChange<void, unknown>(() => retry(webhook_id, delivery_id), {
    done: t("webhooks.retried"),
  })
  const retryButton = is_enabled && (
    <Button size="small" isLoading={change.isPending} onClick={() => change.mutate()}>
      {t("webhooks.retry")}
    </Button>
  )
  return (
    <Side title={t("webhooks.delivery")} close={close} actions={retryButton}>
      <Loaded of={useDelivery(webhook_id, delivery_id)}>
        {({ delivery }) => (
          <>
            <DeliveryFacts delivery={delivery} />
            <Sent delivery={delivery} />
          </>
        )}
      </Loaded>
    </Side>
  )
}
