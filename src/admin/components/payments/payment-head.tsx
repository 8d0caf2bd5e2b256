import { Container, Copy, Heading, Text } from "@medusajs/ui"
import { type ReactNode, useId } from "react"
import { DEFAULT_ACCOUNT } from "../../../domain/bank-account"
import type { TracedPayment } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { Money } from "../common/money"
import { OrderLink } from "./order-link"
import { PayingAgent } from "./paying-agent"
import { PaymentActions } from "./payment-actions"
import { PaymentState } from "./payment-state"

interface Props {
  readonly payment: TracedPayment
}

/**
 * The head of a payment's page. Its title is the amount with the status; below are the order, the agent, the card, the
 * account at the bank unless it is the default one, and the payment's id with a copy button.
 */
export function PaymentHead({ payment }: Props) {
  const [title, identifier] = [useId(), useId()]
  return (
    <Container className="divide-y p-0" role="region" aria-labelledby={`${title} ${identifier}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-6 py-4">
        <div className="min-w-0 flex-1 basis-60">
          <Heading level="h1" id={title} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Money amount={payment.amount} currency={payment.currency} /> <PaymentState of={payment} />
          </Heading>
          <Text size="small" className="text-ui-fg-subtle break-words">
            {payment.description}
          </Text>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <PaymentActions payment={payment} />
        </div>
      </div>
      <HeadFacts payment={payment} identifier={identifier} />
    </Container>
  )
}

function HeadFacts({ payment, identifier }: Props & { readonly identifier: string }) {
  const t = useText()
  const { payment_id, card, bank_account } = payment
  return (
    <dl className="txt-small flex flex-wrap gap-x-8 gap-y-2 px-6 py-4">
      <HeadFact name={t("payments.order")}>
        <OrderLink of={payment} />
      </HeadFact>
      <HeadFact name={t("common.agent")}>
        <PayingAgent of={payment} />
      </HeadFact>
      <HeadFact name={t("payments.card")}>{card ? `${card.brand} •••• ${card.last4}` : "–"}</HeadFact>
      {bank_account !== null && bank_account !== DEFAULT_ACCOUNT && (
        <HeadFact name={t("payments.bank_account")}>{bank_account}</HeadFact>
      )}
      <HeadFact name={t("payments.id")}>
        <span className="txt-xsmall flex items-center gap-x-1">
          <span id={identifier} className="min-w-0 break-all">
            {payment_id}
          </span>
          <Copy variant="mini" content={payment_id} aria-label={t("payments.copy_id")} />
        </span>
      </HeadFact>
    </dl>
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
