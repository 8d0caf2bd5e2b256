import { useParams } from "react-router-dom"
import { usePayment } from "../../../../api/payments"
import { Crumb } from "../../../../components/common/crumb"
import { LIST } from "../../../../components/common/lists"
import { LoadedPage } from "../../../../components/common/loaded-page"
import { Page } from "../../../../components/common/page"
import { Section } from "../../../../components/common/section"
import { PaymentActions } from "../../../../components/payments/payment-actions"
import { PaymentReview } from "../../../../components/payments/payment-review"
import { PaymentSummary } from "../../../../components/payments/payment-summary"
import { Timeline } from "../../../../components/payments/timeline"
import { useText } from "../../../../i18n/use-text"

/** One payment: its properties, the actions on it, and its timeline. */
export default function PaymentPage() {
  const t = useText()
  const { id = "" } = useParams()
  return (
    <Page>
      <LoadedPage title={t("payments.one")} of={usePayment(id)} list={LIST.payments}>
        {({ payment }) => (
          <>
            <Section
              level="h1"
              title={payment.payment_id}
              about={payment.description}
              actions={<PaymentActions payment={payment} />}
            >
              <PaymentSummary payment={payment} />
            </Section>
            {payment.review_reason && <PaymentReview payment={payment} reason={payment.review_reason} />}
            <Section title={t("payments.timeline")} about={t("payments.timeline_about")}>
              <Timeline entries={payment.timeline} currency={payment.currency} />
            </Section>
          </>
        )}
      </LoadedPage>
    </Page>
  )
}

export const handle = { breadcrumb: () => <Crumb text="payments.one" /> }
