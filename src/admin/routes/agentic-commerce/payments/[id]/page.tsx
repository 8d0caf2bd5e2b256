import { useParams } from "react-router-dom"
import { usePayment } from "../../../../api/payments"
import { Crumb } from "../../../../components/common/crumb"
import { LIST } from "../../../../components/common/lists"
import { LoadedPage } from "../../../../components/common/loaded-page"
import { Page } from "../../../../components/common/page"
import { Section } from "../../../../components/common/section"
import { PaymentActions } from "../../../../components/payments/payment-actions"
import { PaymentBody } from "../../../../components/payments/payment-body"
import { PaymentHead } from "../../../../components/payments/payment-head"
import { PaymentReview } from "../../../../components/payments/payment-review"
import { useText } from "../../../../i18n/use-text"

/** One payment: its head with the actions, its timeline and its details. */
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
              <PaymentHead payment={payment} />
            </Section>
            {payment.review_reason && <PaymentReview payment={payment} reason={payment.review_reason} />}
            <PaymentBody payment={payment} />
          </>
        )}
      </LoadedPage>
    </Page>
  )
}

export const handle = { breadcrumb: () => <Crumb text="payments.one" /> }
