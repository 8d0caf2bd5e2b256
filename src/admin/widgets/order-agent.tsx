import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { useOrderPayments } from "../api/payments"
import { Failed } from "../components/common/loaded"
import { Section } from "../components/common/section"
import { type OrderCustomer, OrderPayment } from "../components/payments/order-payment"
import { useText } from "../i18n/use-text"

/** The order of Medusa's page. */
interface Order {
  readonly id: string
  readonly customer?: OrderCustomer | null
}

/**
 * On an order: for each of its payments through the gateway the agent, the customer, the status and the actions. Nothing for an
 * order without such a payment.
 */
export default function OrderAgent({ data: { id, customer = null } }: { readonly data: Order }) {
  const t = useText()
  const found = useOrderPayments(id)
  const payments = found.data?.payments ?? []
  if (payments.length || !found.error)
    return payments.map(({ payment_id }, place) => (
      <OrderPayment
        key={payment_id}
        id={payment_id}
        customer={customer}
        place={{ number: place + 1, of: payments.length }}
      />
    ))
  return (
    <Section title={t("payments.widget")}>
      <Failed error={found.error} refetch={() => void found.refetch()} />
    </Section>
  )
}

export const config = defineWidgetConfig({ zone: "order.details.side.after" })
