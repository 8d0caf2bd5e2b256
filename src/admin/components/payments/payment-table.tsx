import type { Payment } from "../../api/payments"
import type { Listed } from "../../api/use-list"
import { useText } from "../../i18n/use-text"
import type { Column } from "../common/table-props"
import type { Nothing } from "../common/empty"
import { Money } from "../common/money"
import { Rows } from "../common/rows"
import type { Sorting } from "../common/sorting"
import { When } from "../common/when"
import { Wrapped } from "../common/wrapped"
import { OrderLink } from "./order-link"
import { PayingAgent } from "./paying-agent"
import { PaymentState } from "./payment-state"
import { reasonOf } from "./review-reason"
import { routeIn } from "./route-words"

/** The column besides the usual ones: why each payment needs review, or through what it is made. */
type More = "why" | "route"

interface Props {
  readonly of: Listed<Payment>
  readonly sorting: Sorting
  readonly empty: Nothing
  readonly is_narrowed?: boolean
  readonly more: More
}

/** Payments as a table. */
export function PaymentTable({ more, ...list }: Props) {
  const t = useText()
  return (
    <Rows
      {...list}
      label={t("payments.title")}
      columns={usePaymentColumns(more)}
      keyOf={({ payment_id }) => payment_id}
      to={({ payment_id }) => `/agentic-commerce/payments/${payment_id}`}
    />
  )
}

/** The columns of a table of payments. */
export function usePaymentColumns(more?: More): Column<Payment>[] {
  const t = useText()
  const why: Column<Payment> = {
    title: t("payments.why"),
    share: 45,
    cell: ({ reviews }) => <Wrapped>{reviews.map((review) => reasonOf(review, t)).join("; ")}</Wrapped>,
  }
  const route: Column<Payment> = {
    title: t("payments.route"),
    share: 20,
    cell: (payment) => <Wrapped>{routeIn(payment, t) ?? "–"}</Wrapped>,
  }
  return [
    {
      title: t("common.created"),
      sort_by: "created_at",
      cell: ({ created_at }) => <When at={created_at} />,
    },
    {
      title: t("payments.status"),
      on_card: "beside_title",
      cell: (payment) => <PaymentState of={payment} />,
    },
    ...(more === "why" ? [why] : []),
    {
      title: t("payments.amount"),
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      is_number: true,
      sort_by: "amount",
      on_card: "title",
    },
    { title: t("payments.order"), cell: (payment) => <OrderLink of={payment} /> },
    { title: t("common.agent"), cell: (payment) => <PayingAgent of={payment} />, share: 25 },
    ...(more === "route" ? [route] : []),
  ]
}
