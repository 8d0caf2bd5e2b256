import { Button, Text } from "@medusajs/ui"
import {
  type AlertTest,
  type Destination,
  sendTestAlert,
  useAlertDestinations,
} from "../../api/alert-destinations"
import { useChange } from "../../api/use-change"
import { type Text as Texts, useText } from "../../i18n/use-text"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"
import { deliveryErrorIn } from "../webhooks/delivery-words"

/** A button for each destination that sends a test alert, with its result. */
export function AlertTests() {
  const t = useText()
  return (
    <Section title={t("alert_settings.test")} about={t("alert_settings.test_about")}>
      <Loaded of={useAlertDestinations()}>
        {({ destinations }) => destinations.map((one) => <DestinationRow key={one.destination} {...one} />)}
      </Loaded>
    </Section>
  )
}

function DestinationRow({ destination, missing, configured }: Destination) {
  const t = useText()
  const test = useChange(sendTestAlert, {
    done: ({ test: { delivered } }) => ({
      text: t(delivered ? "alert_settings.test_done" : "alert_settings.test_failed"),
      tone: delivered ? "success" : "warning",
    }),
  })
  const name = t(`alert_settings.${destination}`)
  const ready = configured
    ? t("alert_settings.ready_configured", { address: configured })
    : t("alert_settings.ready")
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
      <div className="min-w-0 flex-1 basis-60 break-words">
        <Text size="small" weight="plus">
          {name}
        </Text>
        <Text size="small" className="text-ui-fg-subtle">
          {missing ? t(`alert_settings.missing_${missing}`) : ready}
        </Text>
        <Text size="small" role="status">
          {test.data && !test.isPending && resultText(test.data.test, t)}
        </Text>
      </div>
      <Button
        size="small"
        variant="secondary"
        aria-label={`${t("alert_settings.send")}: ${name}`}
        disabled={missing !== null}
        isLoading={test.isPending}
        onClick={() => test.mutate(destination)}
      >
        {t("alert_settings.send")}
      </Button>
    </div>
  )
}

function resultText({ delivered, status, reason }: AlertTest, t: Texts): string {
  if (!delivered) return t("alert_settings.not_delivered", { reason: deliveryErrorIn(reason ?? "", t) })
  return status === null ? t("alert_settings.delivered") : t("alert_settings.delivered_status", { status })
}
