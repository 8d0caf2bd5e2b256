import { Button } from "@medusajs/ui"
import { isUnavailable } from "../../api/client"
import { queryBank, type QueryResult, type TracedPayment } from "../../api/payments"
import { type ToastMessage, useChange } from "../../api/use-change"
import { type Text, useText } from "../../i18n/use-text"

interface Props {
  readonly payment: Pick<TracedPayment, "payment_id">
  /** Called when the bank has answered. */
  after?(): void
}

/** The button that queries the bank for the status of a payment, and shows the result. */
export function QueryBank({ payment: { payment_id }, after }: Props) {
  const t = useText()
  const query = useChange(() => queryBank(payment_id), {
    done: (result: QueryResult) => outcomeIn(result, t),
    onDone: () => after?.(),
    failed: (error) => (isUnavailable(error) ? t("payments.query_no_response") : undefined),
  })
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={query.isPending}
      onClick={() => query.mutate(undefined)}
    >
      {t("payments.query_bank")}
    </Button>
  )
}

function outcomeIn({ outcome, payment: { display_status } }: QueryResult, t: Text): ToastMessage {
  const text = t(`payments.queried_${outcome}`, { status: t.of("payment_states", display_status) })
  return { text, tone: outcome === "changed" ? "success" : outcome === "unchanged" ? "info" : "warning" }
}
