import type { TracedPayment } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { Fact, Facts } from "../common/facts"
import { IdLinks } from "../common/id-links"
import { Money } from "../common/money"
import { disputeIn, disputeStatusIn, failureIn } from "../common/reason-words"
import { When } from "../common/when"
import { OrderLink } from "./order-link"
import { PayingAgent } from "./paying-agent"
import { PaymentState } from "./payment-state"

interface Props {
  readonly payment: TracedPayment
}

/** All properties of a payment in one list. */
export function PaymentSummary({ payment }: Props) {
  const t = useText()
  const { currency, card, decline, disputes } = payment
  return (
    <Facts>
      <Fact name={t("payments.status")}>
        <PaymentState of={payment} />
      </Fact>
      <Amounts payment={payment} />
      <Fact name={t("payments.intent")}>{t(`payments.intent_${payment.intent}`)}</Fact>
      {decline && <Fact name={t("payments.decline")}>{failureIn(decline, t)}</Fact>}
      <Fact name={t("payments.order")}>
        <OrderLink of={payment} />
      </Fact>
      <RequestingAgent payment={payment} />
      {payment.session_id && <Fact name={t("payments.checkout")}>{payment.session_id}</Fact>}
      <Fact name={t("payments.card")}>{card && `${card.brand} •••• ${card.last4}`}</Fact>
      <Fact name={t("payments.customer")}>{payment.customer_email}</Fact>
      <Fact name={t("payments.order_reference")}>{payment.order_reference}</Fact>
      <Fact name={t("payments.reference")}>{payment.merchant_reference}</Fact>
      <Fact name={t("payments.bank_id")}>{payment.bank_payment_id}</Fact>
      {disputes.map((dispute) => (
        <Fact key={dispute.id} name={t("payments.disputes")}>
          <Money amount={dispute.amount} currency={currency} />{" "}
          {`${disputeIn(dispute.reason, t)}, ${disputeStatusIn(dispute.status, t)}`}
        </Fact>
      ))}
      <Fact name={t("common.created")}>
        <When at={payment.created_at} />
      </Fact>
      <Fact name={t("common.updated")}>
        <When at={payment.updated_at} />
      </Fact>
    </Facts>
  )
}

/** The agent that requested a payment, and the tasks with which it did. */
export function RequestingAgent({ payment }: Props) {
  const t = useText()
  return (
    <>
      <Fact name={t("common.agent")}>
        <PayingAgent of={payment} />
      </Fact>
      <Fact name={t("payments.tasks")}>
        <IdLinks below="/agentic-commerce/tasks" ids={payment.task_ids} />
      </Fact>
    </>
  )
}

/** The amount of a payment, and the captured and refunded amounts. */
export function Amounts({ payment }: Props) {
  const t = useText()
  const { amount, captured_amount, refunded_amount, currency } = payment
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
