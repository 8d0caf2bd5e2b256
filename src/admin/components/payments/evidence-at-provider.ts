import type { Evidence, TracedPayment } from "../../api/payments"
import type { Text } from "../../i18n/use-text"
import { formatMoney } from "../common/money"
import { momentText } from "../common/moment"
import type { PrintedSection } from "../common/printed-page"

/** The sections about a payment at another provider than the bank: who authenticates the customer, and its payments there. */
export function sectionsAtProvider(
  { currency }: TracedPayment,
  { provider_payments }: Evidence,
  t: Text
): PrintedSection[] {
  const lines = provider_payments.map(({ provider_id, reference, amount, captured_at }) =>
    t("evidence.provider_payment", {
      provider: provider_id,
      reference: reference ?? "–",
      amount: formatMoney(amount, currency, t.language),
      captured: captured_at ? momentText(captured_at, t.language, true) : "–",
    })
  )
  return [
    { title: t("evidence.authentication"), lines: [t("evidence.authenticated_at_provider")] },
    { title: t("evidence.provider_payments"), lines: lines.length ? lines : [t("evidence.none")] },
  ]
}
