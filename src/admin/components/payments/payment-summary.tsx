import type { TracedPayment } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { Fact, Facts } from "../common/facts"
import { IdLinks } from "../common/id-links"
import { Money } from "../common/money"
import { disputeIn, disputeStatusIn, failureIn } from "../common/reason-words"
import { When } from "../common/when"
import { PayingAgent } from "./paying-agent"
import { routeIn } from "./route-words"

interface Props {
  readonly payment: TracedPayment
}

/** What a merchant wants to know about a payment that its head does not show. */
export function PaymentDetails({ payment }: Props) {
  const t = useText()
  const { currency, decline, disputes } = payment
  return (
    <Facts>
      <MovedAmounts payment={payment} />
      {payment.display_status !== "nothing_due" && (
        <Fact name={t("payments.intent")}>{t(`payments.intent_${payment.intent}`)}</Fact>
      )}
      {decline && <Fact name={t("payments.decline")}>{failureIn(decline, t)}</Fact>}
      {disputes.map((dispute) => (
        <Fact key={dispute.id} name={t("payments.disputes")}>
          <Money amount={dispute.amount} currency={currency} />{" "}
          {`${disputeIn(dispute.reason, t)}, ${disputeStatusIn(dispute.status, t)}`}
        </Fact>
      ))}
      <Fact name={t("payments.route")}>{routeIn(payment, t)}</Fact>
      <Fact name={t("payments.customer")}>{payment.customer_email}</Fact>
      <Fact name={t("payments.order_reference")}>{payment.order_reference}</Fact>
      <Fact name={t("common.created")}>
        <When at={payment.created_at} />
      </Fact>
    </Facts>
  )
}

/** The ids of a payment: in the protocols, and at the bank. */
export function PaymentIds({ payment }: Props) {
  const t = useText()
  return (
    <Facts>
      {payment.session_id && <Fact name={t("payments.checkout")}>{payment.session_id}</Fact>}
      <Fact name={t("payments.tasks")}>
        <IdLinks below="/agentic-commerce/tasks" ids={payment.task_ids} />
      </Fact>
      <Fact name={t("payments.reference")}>{payment.merchant_reference}</Fact>
      <Fact name={t("payments.bank_id")}>{payment.bank_payment_id}</Fact>
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
  return (
    <>
      <Fact name={t("payments.amount")}>
        <Money amount={payment.amount} currency={payment.currency} />
      </Fact>
      <MovedAmounts payment={payment} />
    </>
  )
}

function MovedAmounts({ payment: { captured_amount, refunded_amount, currency } }: Props) {
  const t = useText()
  return (
    <>
      <Fact name={t("payments.captured")}>
        <Money amount={captured_amount} currency={currency} />
      </Fact>
      <Fact name={t("payments.refunded")}>
        <Money amount={refunded_amount} currency={currency} />
      </Fact>
    </>
  )
}
