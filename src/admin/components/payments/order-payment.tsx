import { Text } from "@medusajs/ui"
import type { Person } from "../../api/names"
import type { TracedPayment } from "../../api/payments"
import { usePaymentOfOrder } from "../../api/payments-of-orders"
import { useText } from "../../i18n/use-text"
import { Fact, Facts } from "../common/facts"
import { Loaded } from "../common/loaded"
import { PersonLink } from "../common/person-name"
import { Section } from "../common/section"
import { TextLink } from "../common/text-link"
import { merchantEntries } from "./merchant-entries"
import { PaymentActions } from "./payment-actions"
import { PaymentReview } from "./payment-review"
import { PaymentState } from "./payment-state"
import { Amounts, RequestingAgent } from "./payment-summary"
import { Timeline } from "./timeline"

/** The customer of an order, as Medusa's page has read it. */
export type OrderCustomer = Pick<Person, "id" | "email"> &
  Readonly<Partial<Record<"first_name" | "last_name", string | null>>>

interface Props {
  readonly id: string
  readonly customer: OrderCustomer | null
  /** Which of the shown payments of the order it is, and whether the order has older ones. */
  readonly place: { readonly number: number; readonly of: number; readonly has_older: boolean }
}

/** How many of the newest timeline entries an order with one payment shows. */
const SHORT = 5

/** A payment of an order, for the order's page. Only a payment that is alone has a timeline there. */
export function OrderPayment({ id, customer, place }: Props) {
  const t = useText()
  const { number, of, has_older } = place
  const isAlone = of === 1
  return (
    <Loaded of={usePaymentOfOrder(id)}>
      {({ payment }) => (
        <>
          <Section
            title={
              isAlone
                ? t("payments.widget")
                : t(has_older ? "payments.widget_of_newest" : "payments.widget_of", { number, of })
            }
            actions={<PaymentState of={payment} />}
          >
            <Facts>
              <RequestingAgent payment={payment} />
              <Fact name={t("payments.customer")}>{customerOf(payment, customer)}</Fact>
              <Amounts payment={payment} />
            </Facts>
            <div className="flex flex-wrap gap-2 px-6 py-4 empty:hidden">
              <PaymentActions payment={payment} />
            </div>
            {isAlone && (
              <Timeline
                entries={merchantEntries(payment.timeline).slice(-SHORT)}
                currency={payment.currency}
              />
            )}
            <Text size="small" className="px-6 py-3">
              <TextLink to={`/agentic-commerce/payments/${id}`}>{t("payments.open")}</TextLink>
            </Text>
          </Section>
          {payment.review_reason && <PaymentReview payment={payment} reason={payment.review_reason} />}
        </>
      )}
    </Loaded>
  )
}

/** A link to the order's customer, or the address of the payment's if the order has no customer. */
function customerOf({ customer_email }: TracedPayment, customer: OrderCustomer | null) {
  if (!customer) return customer_email
  const { id, email, first_name, last_name } = customer
  const name = [first_name, last_name].filter(Boolean).join(" ") || null
  return <PersonLink of={{ type: "customer", id, name, email }} />
}
