import { Button } from "@medusajs/ui"
import { isAtProvider } from "../../../domain/payment-route"
import { isUnavailable } from "../../api/client"
import { type QueryResult, queryStatus, type TracedPayment } from "../../api/payments"
import { type ToastMessage, useChange } from "../../api/use-change"
import { type Text, useText } from "../../i18n/use-text"

interface Props {
  readonly payment: Pick<TracedPayment, "payment_id" | "route">
  /** Called when the bank or the other provider has answered. */
  after?(): void
}

/** The button that queries the bank or the other provider for the status of a payment, and shows the result. */
export function QueryStatus({ payment: { payment_id, route }, after }: Props) {
  const t = useText()
  const isOther = isAtProvider(route)
  const no_response = isOther ? "payments.provider_no_response" : "payments.query_no_response"
  const query = useChange(() => queryStatus(payment_id), {
    done: (result: QueryResult) => outcomeIn(result, t),
    onDone: () => after?.(),
    failed: (error) => (isUnavailable(error) ? t(no_response) : undefined),
  })
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={query.isPending}
      onClick={() => query.mutate(undefined)}
    >
      {t(isOther ? "payments.query_provider" : "payments.query_bank")}
    </Button>
  )
}

function outcomeIn({ outcome, payment: { route, display_status } }: QueryResult, t: Text): ToastMessage {
  // Only the bank reports that it does not know a payment, or has not finished a call.
  const isOther = isAtProvider(route) && outcome !== "not_known" && outcome !== "not_finished"
  const key = isOther ? (`payments.provider_${outcome}` as const) : (`payments.queried_${outcome}` as const)
  const text = t(key, { status: t.of("payment_states", display_status) })
  return { text, tone: outcome === "changed" ? "success" : outcome === "unchanged" ? "info" : "warning" }
}
