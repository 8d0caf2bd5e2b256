import { useShownPayment } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { Money } from "../common/money"

/** A payment's amount in the breadcrumbs; "Payment" until it is loaded. */
export function PaymentCrumb({ id }: { readonly id: string }) {
  const t = useText()
  const { data } = useShownPayment(id)
  if (!data) return <>{t("payments.one")}</>
  return <Money amount={data.payment.amount} currency={data.payment.currency} />
}
