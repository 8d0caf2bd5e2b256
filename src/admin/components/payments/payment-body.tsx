import type { TracedPayment } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { Section } from "../common/section"
import { Toggle } from "../common/toggle"
import { useFilters } from "../filters/use-filters"
import { merchantEntries } from "./merchant-entries"
import { PaymentDetails, PaymentIds } from "./payment-summary"
import { Timeline } from "./timeline"

interface Props {
  readonly payment: TracedPayment
}

/** The timeline and the details in two columns. One switch, which the URL contains, shows what is technical. */
export function PaymentBody({ payment }: Props) {
  const t = useText()
  const { values, set } = useFilters(["technical"])
  const isTechnical = values.technical === "true"
  return (
    <div className="grid items-start gap-3 xl:grid-cols-5">
      <div className="min-w-0 xl:col-span-3">
        <Section title={t("payments.timeline")} about={t("payments.timeline_about")}>
          <Timeline
            entries={isTechnical ? payment.timeline : merchantEntries(payment.timeline)}
            currency={payment.currency}
          />
        </Section>
      </div>
      <div className="min-w-0 xl:col-span-2">
        <Section title={t("common.details")}>
          <PaymentDetails payment={payment} />
          <Toggle
            label={t("payments.technical")}
            about={t("payments.technical_about")}
            is_on={isTechnical}
            change={(isOn) => set("technical", isOn ? "true" : undefined)}
          />
          {isTechnical && <PaymentIds payment={payment} />}
        </Section>
      </div>
    </div>
  )
}
