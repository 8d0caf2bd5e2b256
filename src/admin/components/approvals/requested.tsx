import type { Approval } from "../../api/approvals"
import { useText } from "../../i18n/use-text"
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
