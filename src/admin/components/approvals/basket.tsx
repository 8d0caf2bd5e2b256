import type { Approval } from "../../api/approvals"
import { useText } from "../../i18n/use-text"
import { Money } from "../common/money"
import { addressIn, titleOf } from "./basket-words"
import { Item } from "./item"

interface Props {
  readonly of: NonNullable<Approval["basket"]>
  readonly currency: string
  readonly total: number
}

/** The contents of a checkout, with its customer and delivery address. A long list scrolls. */
export function Basket({ of, currency, total }: Props) {
  const t = useText()
  const { lines, discount, delivery, tax, address, email } = of
  const where = address && addressIn(address, t.language)
  const amount = (minor: number) => <Money amount={minor} currency={currency} />
  return (
    <div
      role="region"
      aria-label={t("approvals.items")}
      tabIndex={0}
      className="bg-ui-bg-subtle max-h-72 overflow-y-auto rounded-lg border"
    >
      <dl className="txt-compact-small divide-y">
        {lines.map((line, place) => (
          <Item key={place} name={titleOf(line)} is={amount(line.total)} />
        ))}
        {delivery && (
          <Item name={t("approvals.delivery", { title: delivery.title })} is={amount(delivery.amount)} />
        )}
        {discount > 0 && <Item name={t("approvals.discount")} is={amount(-discount)} />}
        {tax > 0 && <Item name={t("approvals.tax")} is={amount(tax)} />}
        <Item name={t("approvals.total")} is={<span className="font-medium">{amount(total)}</span>} />
        {where && <Item name={t("approvals.address")} is={where} />}
        {email && <Item name={t("approvals.email")} is={email} />}
      </dl>
    </div>
  )
}
