import type { RefundReason } from "../../../domain/refund-rules"
import type { Approval } from "../../api/approvals"
import { useText } from "../../i18n/use-text"
import { TextLink } from "../common/text-link"
import { Item } from "./item"

/** The payment that an agent's task requests: its description, its reference and its customer. */
export function RequestedPaymentFacts({ of }: { readonly of: Approval }) {
  const t = useText()
  const { description, order_reference, customer_email } = of
  return (
    <dl
      aria-label={t("approvals.requested_payment")}
      className="txt-compact-small bg-ui-bg-subtle divide-y rounded-lg border"
    >
      <Item name={t("approvals.description")} is={description || "–"} />
      <Item name={t("approvals.reference")} is={order_reference ?? "–"} />
      <Item name={t("approvals.email")} is={customer_email ?? "–"} />
    </dl>
  )
}

/** A key that ends in `_other` would be a plural form. */
const reasonKey = (code: RefundReason) =>
  code === "other" ? "approvals.refund_reason_is_another" : (`approvals.refund_reason_is_${code}` as const)

/** The refund that an agent requests: its order, its reason and its customer. */
export function RequestedRefundFacts({ of }: { readonly of: Approval }) {
  const t = useText()
  const { order_number, order_id, reason_code, description, customer_email } = of
  const order = t("approvals.refund_of", { order: order_number ?? "–" })
  return (
    <dl className="txt-compact-small bg-ui-bg-subtle divide-y rounded-lg border">
      <Item
        name={t("approvals.purpose")}
        is={order_id ? <TextLink to={`/orders/${order_id}`}>{order}</TextLink> : order}
      />
      <Item name={t("approvals.reason")} is={reason_code ? t(reasonKey(reason_code)) : "–"} />
      <Item name={t("approvals.description")} is={description || "–"} />
      <Item name={t("approvals.email")} is={customer_email ?? "–"} />
    </dl>
  )
}
