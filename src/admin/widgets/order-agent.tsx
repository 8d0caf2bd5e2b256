import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Text } from "@medusajs/ui"
import { useOrderPayment, usePayment } from "../api/payments"
import { Facts } from "../components/common/facts"
import { Failed, Loaded } from "../components/common/loaded"
import { Section } from "../components/common/section"
import { TextLink } from "../components/common/text-link"
import { merchantEntries } from "../components/payments/merchant-entries"
import { PaymentActions } from "../components/payments/payment-actions"
import { PaymentState } from "../components/payments/payment-state"
import { PaymentReview } from "../components/payments/payment-review"
import { Amounts, RequestingAgent } from "../components/payments/payment-summary"
import { Timeline } from "../components/payments/timeline"
import { useText } from "../i18n/use-text"

/** How many of the newest timeline entries an order shows. */
const SHORT = 5

/**
 * On an order: its agent, the status of its payment and the actions on it. Nothing for an order without a payment of
 * the gateway.
 */
export default function OrderAgent({ data }: { readonly data: { readonly id: string } }) {
  const t = useText()
  const found = useOrderPayment(data.id)
  const [payment] = found.data?.payments ?? []
  if (payment) return <OrderPayment id={payment.payment_id} />
  if (!found.error) return null
  return (
    <Section title={t("payments.widget")}>
      <Failed error={found.error} refetch={() => void found.refetch()} />
    </Section>
  )
}

function OrderPayment({ id }: { readonly id: string }) {
  const t = useText()
  return (
    <Loaded of={usePayment(id)}>
      {({ payment }) => (
        <>
          <Section title={t("payments.widget")} actions={<PaymentState of={payment} />}>
            <Facts>
              <RequestingAgent payment={payment} />
              <Amounts payment={payment} />
            </Facts>
            <div className="flex flex-wrap gap-2 px-6 py-4">
              <PaymentActions payment={payment} />
            </div>
            <Timeline entries={merchantEntries(payment.timeline).slice(-SHORT)} currency={payment.currency} />
            <Text size="small" className="px-6 py-3">
              <TextLink to={`/agentic-commerce/payments/${id}`}>{t("payments.open")}</TextLink>
            </Text>
          </Section>
          {payment.review_reason && <PaymentReview payment={payment} reason={payment.review_reason} />}
        </>
      )}
    </Loaded>
  )
}

export const config = defineWidgetConfig({ zone: "order.details.side.after" })
