import type { Difference } from "../../../domain/bank-file/difference"
import { useText } from "../../i18n/use-text"
import { TextLink } from "../common/text-link"
import { Wrapped } from "../common/wrapped"
import { QueryStatus } from "../payments/query-status"

interface Props {
  readonly of: Difference
  /** Compares the file again, after the bank was queried. */
  again(): void
}

/** What to do about a difference: query the bank, open the payment, or look it up on the bank's own pages. */
export function DifferenceAction({ of: { action, payment_id, kind }, again }: Props) {
  const t = useText()
  if (action === "query_bank" && payment_id)
    return (
      <div className="py-2 max-sm:flex max-sm:py-0">
        <QueryStatus payment={{ payment_id, route: "bank" }} after={again} />
      </div>
    )
  if (action === "open_payment" && payment_id)
    return (
      <Wrapped>
        <span className="txt-compact-small">
          <TextLink to={`/agentic-commerce/payments/${payment_id}`}>{t("payments.open")}</TextLink>
        </span>
      </Wrapped>
    )
  return (
    <Wrapped>
      <span className="txt-compact-small">
        {t(`reconciliation.look_up_${kind === "duplicate_row" ? "twice" : "once"}`)}
      </span>
    </Wrapped>
  )
}
