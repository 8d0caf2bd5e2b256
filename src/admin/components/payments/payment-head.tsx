import type { ReactNode } from "react"
import type { TracedPayment } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { Money } from "../common/money"
import { OrderLink } from "./order-link"
import { PayingAgent } from "./paying-agent"
import { PaymentState } from "./payment-state"

/** The amount and status of a payment, its order, its agent and its card. */
export function PaymentHead({ payment }: { readonly payment: TracedPayment }) {
  const t = useText()
  const { amount, currency, card } = payment
  return (
    <div className="flex flex-wrap items-center gap-x-10 gap-y-3 px-6 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="h1-core">
          <Money amount={amount} currency={currency} />
        </span>
        <PaymentState of={payment} />
      </div>
      <dl className="txt-small flex min-w-0 flex-wrap gap-x-8 gap-y-2">
        <HeadFact name={t("payments.order")}>
          <OrderLink of={payment} />
        </HeadFact>
        <HeadFact name={t("common.agent")}>
          <PayingAgent of={payment} />
        </HeadFact>
        <HeadFact name={t("payments.card")}>{card ? `${card.brand} •••• ${card.last4}` : "–"}</HeadFact>
      </dl>
    </div>
  )
}

function HeadFact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ui-fg-subtle">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
