import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { TracedPayment } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { Fact, Facts } from "../common/facts"
import { Money } from "../common/money"
import { State } from "../common/state"
import { When } from "../common/when"
import { agentName } from "./payment-table"

/** Everything a payment is, in one list. */
export function PaymentSummary({ payment }: { readonly payment: TracedPayment }) {
  const t = useText()
  const { currency, card, decline, disputes } = payment
  return (
    <Facts>
      <Fact name={t("payments.status")}>
        <State state={payment.status} />
      </Fact>
      <Amounts payment={payment} />
      <Fact name={t("payments.intent")}>{t(`payments.intent_${payment.intent}`)}</Fact>
      {decline && <Fact name={t("payments.decline")}>{`${decline.message} (${decline.code})`}</Fact>}
      <Fact name={t("payments.order")}>
        <OrderLink payment={payment} />
      </Fact>
      <Fact name={t("payments.agent")}>
        <AgentLink payment={payment} />
      </Fact>
      <Fact name={t("payments.tasks")}>
        <TaskLinks ids={payment.task_ids} />
      </Fact>
      {payment.session_id && <Fact name={t("payments.checkout")}>{payment.session_id}</Fact>}
      <Fact name={t("payments.card")}>{card && `${card.brand} •••• ${card.last4}`}</Fact>
      <Fact name={t("payments.customer")}>{payment.customer_email}</Fact>
      <Fact name={t("payments.order_reference")}>{payment.order_reference}</Fact>
      <Fact name={t("payments.reference")}>{payment.merchant_reference}</Fact>
      <Fact name={t("payments.bank_id")}>{payment.bank_payment_id}</Fact>
      {disputes.map((dispute) => (
        <Fact key={dispute.id} name={t("payments.disputes")}>
          <Money amount={dispute.amount} currency={currency} /> {`${dispute.reason}, ${dispute.status}`}
        </Fact>
      ))}
      <Fact name={t("payments.created")}>
        <When at={payment.created_at} />
      </Fact>
      <Fact name={t("payments.updated")}>
        <When at={payment.updated_at} />
      </Fact>
    </Facts>
  )
}

function Amounts({
  payment: { amount, captured_amount, refunded_amount, currency },
}: {
  readonly payment: TracedPayment
}) {
  const t = useText()
  return (
    <>
      <Fact name={t("payments.amount")}>
        <Money amount={amount} currency={currency} />
      </Fact>
      <Fact name={t("payments.captured")}>
        <Money amount={captured_amount} currency={currency} />
      </Fact>
      <Fact name={t("payments.refunded")}>
        <Money amount={refunded_amount} currency={currency} />
      </Fact>
    </>
  )
}

const LINK = "text-ui-fg-base font-medium break-all underline"

/** The order's own page, where there is one by now. */
export function OrderLink({ payment: { order_id, shop_order_id } }: { readonly payment: TracedPayment }) {
  if (!order_id) return <>–</>
  return <Link className={LINK} to={`/orders/${order_id}`}>{`#${shop_order_id ?? order_id}`}</Link>
}

/** The agent's page; the storefront has none. */
export function AgentLink({ payment }: { readonly payment: TracedPayment }) {
  const t = useText()
  if (!payment.client_id) return <>{t("payments.storefront")}</>
  return (
    <Link className={LINK} to={`/agentic-commerce/agents/${payment.client_id}`}>
      {agentName(payment)}
    </Link>
  )
}

/** The pages of tasks. */
export function TaskLinks({ ids }: { readonly ids: readonly string[] }) {
  if (!ids.length) return <>–</>
  return (
    <>
      {ids.map((id) => (
        <Text key={id} size="small">
          <Link className={LINK} to={`/agentic-commerce/tasks/${id}`}>
            {id}
          </Link>
        </Text>
      ))}
    </>
  )
}
