import type { CardCharges } from "../../../domain/card-mandate"
import { useText } from "../../i18n/use-text"
import { formatMoney } from "../common/money"

/** What saved cards may be charged without the customer under a consent, one sentence per currency. */
export function Mandates({ of }: { readonly of: readonly CardCharges[] | null }) {
  const t = useText()
  const sentence = ({ currency, max_per_charge, max_per_month, expires_at }: CardCharges) =>
    t("card_mandate.agreed", {
      charge: formatMoney(max_per_charge, currency, t.language),
      month: formatMoney(max_per_month, currency, t.language),
      until: new Intl.DateTimeFormat(t.language, { dateStyle: "medium", timeZone: "UTC" }).format(
        new Date(expires_at)
      ),
    })
  return (
    <ul className="txt-compact-xsmall">
      {of?.map((mandate) => (
        <li key={mandate.currency}>{sentence(mandate)}</li>
      ))}
    </ul>
  )
}
