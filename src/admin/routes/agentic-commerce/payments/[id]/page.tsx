import { type UIMatch, useParams } from "react-router-dom"
import { usePayment } from "../../../../api/payments"
import { LIST } from "../../../../components/common/lists"
import { LoadedPage } from "../../../../components/common/loaded-page"
import { Page } from "../../../../components/common/page"
import { PaymentBody } from "../../../../components/payments/payment-body"
import { PaymentCrumb } from "../../../../components/payments/payment-crumb"
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
            <PaymentHead payment={payment} />
            {payment.review_reason && <PaymentReview payment={payment} reason={payment.review_reason} />}
            <PaymentBody payment={payment} />
          </>
        )}
      </LoadedPage>
    </Page>
  )
}

export const handle = {
  breadcrumb: ({ params }: UIMatch) => <PaymentCrumb id={params.id ?? ""} />,
  seo: ({ params }: UIMatch) => ({ title: params.id }),
}
