import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Text } from "@medusajs/ui"
import { useOrderPayments } from "../api/payments-of-orders"
import { Failed } from "../components/common/loaded"
import { Section } from "../components/common/section"
import { TextLink } from "../components/common/text-link"
import { type OrderCustomer, OrderPayment } from "../components/payments/order-payment"
import { useText } from "../i18n/use-text"

/** The order of Medusa's page. */
interface Order {
  readonly id: string
  readonly display_id: number
  readonly customer?: OrderCustomer | null
}

interface Props {
  readonly data: Order
}

/**
 * On an order: for each of its newest payments through the gateway, oldest first, the agent, the customer, the status and the
 * actions, with a link to older ones. Nothing for an order without such a payment.
 */
export default function OrderAgent({ data: { id, display_id, customer = null } }: Props) {
  const t = useText()
  const found = useOrderPayments(id)
  const payments = [...(found.data?.payments ?? [])].reverse()
  const has_older = Boolean(found.data?.next_cursor)
  if (payments.length || !found.error)
    return (
      <>
        {has_older && <OlderPayments order={display_id} shown={payments.length} />}
        {payments.map(({ payment_id }, place) => (
          <OrderPayment
            key={payment_id}
            id={payment_id}
            customer={customer}
            place={{ number: place + 1, of: payments.length, has_older }}
          />
        ))}
      </>
    )
  return (
    <Section title={t("payments.widget")}>
      <Failed error={found.error} refetch={() => void found.refetch()} />
    </Section>
  )
}

/** A link to all payments of the order, whose newest ones are shown. */
function OlderPayments({ order, shown }: Readonly<Record<"order" | "shown", number>>) {
  const t = useText()
  return (
    <Section title={t("payments.older")} about={t("payments.older_about", { shown })}>
      <Text size="small" className="px-6 py-3">
        <TextLink to={`/agentic-commerce/payments?q=${order}`}>{t("payments.all_of_order")}</TextLink>
      </Text>
    </Section>
  )
}

export const config = defineWidgetConfig({ zone: "order.details.side.after" })
